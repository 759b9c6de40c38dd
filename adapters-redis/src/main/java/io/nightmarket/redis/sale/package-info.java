/** The queue of orders: admission by script, delivery by stream. */
@NullMarked
package io.nightmarket.redis.sale;

import org.jspecify.annotations.NullMarked;
