/** Where shops lie. */
@NullMarked
package io.nightmarket.redis.shop;

import org.jspecify.annotations.NullMarked;
