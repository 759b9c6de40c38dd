package io.nightmarket.domain.sale;

import java.time.Instant;

/** When a sale is on: from {@code begin} to just before {@code end}. */
public record SaleWindow(Instant begin, Instant end) {
    public SaleWindow {
        if (!begin.isBefore(end)) {
            throw new IllegalArgumentException("a sale must begin before it ends");
        }
    }

    /** Where a moment lies. */
    public enum Phase {
        SCHEDULED,
        RUNNING,
        ENDED
    }

    public Phase phase(Instant now) {
        if (now.isBefore(begin)) {
            return Phase.SCHEDULED;
        }
        return now.isBefore(end) ? Phase.RUNNING : Phase.ENDED;
    }
}
