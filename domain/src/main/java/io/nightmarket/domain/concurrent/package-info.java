/** Ways of sharing work between calls that run at once. */
@NullMarked
package io.nightmarket.domain.concurrent;

import org.jspecify.annotations.NullMarked;
