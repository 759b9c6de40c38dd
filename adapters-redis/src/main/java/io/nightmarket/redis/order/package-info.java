/** The queue of orders: admission by script, delivery by stream. */
@NullMarked
package io.nightmarket.redis.order;

import org.jspecify.annotations.NullMarked;
