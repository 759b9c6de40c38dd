/** Views and visitors by day. */
@NullMarked
package io.nightmarket.redis.visitor;

import org.jspecify.annotations.NullMarked;
