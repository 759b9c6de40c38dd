package io.nightmarket.domain.account;

import java.time.Duration;

/**
 * How long sessions live.
 *
 * @param idle a session ends when this long no request bore its token
 * @param absolute a session ends this long after its login
 * @param slideInterval activity is written down at most once in this time
 */
public record SessionPolicy(Duration idle, Duration absolute, Duration slideInterval) {
    public static final SessionPolicy DEFAULT =
            new SessionPolicy(Duration.ofMinutes(30), Duration.ofDays(7), Duration.ofMinutes(1));

    public SessionPolicy {
        if (idle.compareTo(slideInterval) <= 0 || absolute.compareTo(idle) < 0 || slideInterval.isNegative()) {
            throw new IllegalArgumentException("a session needs slide interval < idle <= absolute");
        }
    }
}
