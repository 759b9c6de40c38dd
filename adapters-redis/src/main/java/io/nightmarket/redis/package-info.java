/** The ports of the domain on Redis. {@link RedisAdapters} and {@link RedisConfig} are all that is used from outside. */
@NullMarked
package io.nightmarket.redis;

import org.jspecify.annotations.NullMarked;
