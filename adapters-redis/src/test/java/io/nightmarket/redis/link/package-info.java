@NullMarked
package io.nightmarket.redis.link;

import org.jspecify.annotations.NullMarked;
