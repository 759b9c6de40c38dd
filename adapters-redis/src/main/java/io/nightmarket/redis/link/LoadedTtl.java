package io.nightmarket.redis.link;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long a copy of what the database holds is kept: an hour, and up to six minutes more, so that copies don't expire together. */
public final class LoadedTtl {
    private static final Duration TTL = Duration.ofHours(1);
    private static final Duration MAX_JITTER = Duration.ofMinutes(6);

    private LoadedTtl() {}

    /** In milliseconds. */
    public static String millis(RandomGenerator random) {
        return Long.toString(
                TTL.plusMillis(random.nextLong(MAX_JITTER.toMillis())).toMillis());
    }
}
