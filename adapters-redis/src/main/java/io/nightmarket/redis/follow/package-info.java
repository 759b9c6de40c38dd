/** Sets of followed users. */
@NullMarked
package io.nightmarket.redis.follow;

import org.jspecify.annotations.NullMarked;
