/** Tests of sharing work. */
@NullMarked
package io.nightmarket.domain.concurrent;

import org.jspecify.annotations.NullMarked;
