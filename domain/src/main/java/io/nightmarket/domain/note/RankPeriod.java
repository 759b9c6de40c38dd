package io.nightmarket.domain.note;

import java.time.Duration;

/** The period whose likes make a leaderboard. */
public enum RankPeriod {
    /** The last 24 hours. */
    DAY(Duration.ofDays(1)),
    /** The last seven days. */
    WEEK(Duration.ofDays(7));

    private final Duration length;

    RankPeriod(Duration length) {
        this.length = length;
    }

    public Duration length() {
        return length;
    }
}
