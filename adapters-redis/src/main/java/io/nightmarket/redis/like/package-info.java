/** Who likes which note. */
@NullMarked
package io.nightmarket.redis.like;

import org.jspecify.annotations.NullMarked;
