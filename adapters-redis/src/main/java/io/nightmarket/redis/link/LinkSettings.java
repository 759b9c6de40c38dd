package io.nightmarket.redis.link;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of a connection to Redis.
 *
 * @param uri {@code redis://} or {@code rediss://}
 * @param commandTimeout how long to wait for a reply, or a connection
 * @param maxInFlight the most commands that wait for their replies
 * @param ca a file (PEM) of the certificates that are trusted with TLS; without it those that the JVM trusts are
 */
public record LinkSettings(String uri, Duration commandTimeout, int maxInFlight, Optional<Path> ca) {}
