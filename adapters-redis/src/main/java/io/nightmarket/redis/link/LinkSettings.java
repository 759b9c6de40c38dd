package io.nightmarket.redis.link;

import java.time.Duration;

/**
 * How a link behaves.
 *
 * @param uri {@code redis://} or {@code rediss://}
 * @param commandTimeout so long a reply, or a connection, is waited for
 * @param maxInFlight so many commands may wait for their replies
 */
public record LinkSettings(String uri, Duration commandTimeout, int maxInFlight) {
    /** Between two attempts to connect. */
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
}
