/** The connection to Redis: pipelining, time-outs, reconnection, scripts, keys and failures. Inside this module only. */
@NullMarked
package io.nightmarket.redis.link;

import org.jspecify.annotations.NullMarked;
