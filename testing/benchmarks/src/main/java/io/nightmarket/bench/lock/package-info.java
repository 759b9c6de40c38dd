/** The benchmark of locks: one after the other, many keys at once, and the hand-over among many who wait. */
@NullMarked
package io.nightmarket.bench.lock;

import org.jspecify.annotations.NullMarked;
