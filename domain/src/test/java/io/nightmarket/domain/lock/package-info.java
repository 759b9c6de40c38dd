/** Tests of locks. */
@NullMarked
package io.nightmarket.domain.lock;

import org.jspecify.annotations.NullMarked;
