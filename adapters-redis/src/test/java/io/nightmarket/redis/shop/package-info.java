/** Tests of the index of shops. */
@NullMarked
package io.nightmarket.redis.shop;

import org.jspecify.annotations.NullMarked;
