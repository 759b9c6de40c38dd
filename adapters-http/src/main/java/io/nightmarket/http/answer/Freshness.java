package io.nightmarket.http.answer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether others may keep an answer, and for how long.
 *
 * @param cacheControl the header's value
 * @param staleAge how old the answer is, of one that is past its time; null for all others
 */
public record Freshness(String cacheControl, @Nullable Duration staleAge) {
    private static final String ASK_AGAIN = "no-cache";
    private static final Freshness CHECKED_EACH_TIME = new Freshness(ASK_AGAIN, null);

    /** May be served by anybody for so long without asking here; zero: after asking each time. */
    static Freshness lasting(Duration maxAge) {
        return maxAge.isZero() ? CHECKED_EACH_TIME : new Freshness("public, max-age=" + maxAge.toSeconds(), null);
    }

    /** Past its time for so long that nobody else shall make it last. */
    static Freshness stale(Duration age) {
        return new Freshness(ASK_AGAIN, age);
    }
}
