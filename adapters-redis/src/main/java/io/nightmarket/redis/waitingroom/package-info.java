/** Waiting rooms of sales on Redis. */
@NullMarked
package io.nightmarket.redis.waitingroom;

import org.jspecify.annotations.NullMarked;
