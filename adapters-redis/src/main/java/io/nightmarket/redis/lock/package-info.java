/** Locks by lease. */
@NullMarked
package io.nightmarket.redis.lock;

import org.jspecify.annotations.NullMarked;
