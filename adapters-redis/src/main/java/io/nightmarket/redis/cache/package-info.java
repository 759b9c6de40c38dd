/** Caches of values as JSON. */
@NullMarked
package io.nightmarket.redis.cache;

import org.jspecify.annotations.NullMarked;
