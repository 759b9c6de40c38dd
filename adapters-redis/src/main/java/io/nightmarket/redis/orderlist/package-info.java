/** The newest orders of buyers. */
@NullMarked
package io.nightmarket.redis.orderlist;

import org.jspecify.annotations.NullMarked;
