package io.nightmarket.redis.link;

import java.time.Duration;

/**
 * How a link behaves.
 *
 * @param uri {@code redis://} or {@code rediss://}
 * @param commandTimeout how long to wait for a reply, or a connection
 * @param maxInFlight the most commands that wait for their replies
 */
public record LinkSettings(String uri, Duration commandTimeout, int maxInFlight) {
    /** Between two attempts to connect. */
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
}
