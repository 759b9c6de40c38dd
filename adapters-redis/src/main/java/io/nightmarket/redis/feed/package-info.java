/** Inboxes of readers. */
@NullMarked
package io.nightmarket.redis.feed;

import org.jspecify.annotations.NullMarked;
