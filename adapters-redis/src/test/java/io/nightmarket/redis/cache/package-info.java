@NullMarked
package io.nightmarket.redis.cache;

import org.jspecify.annotations.NullMarked;
