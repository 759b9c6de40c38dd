/** What a Redis says of the installation that it belongs to. */
@NullMarked
package io.nightmarket.redis.node;

import org.jspecify.annotations.NullMarked;
