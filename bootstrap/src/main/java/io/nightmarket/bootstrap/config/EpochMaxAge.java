package io.nightmarket.bootstrap.config;

import java.time.Duration;

/** How long buyers are admitted in an epoch that MySQL can't confirm. */
public sealed interface EpochMaxAge {
    /** Limited while Redis has or had replicas, for one of them may have been promoted; else unbounded. */
    record Auto() implements EpochMaxAge {}

    record Unbounded() implements EpochMaxAge {}

    record Limited(Duration limit) implements EpochMaxAge {
        /** Nodes ask each second; with less they would wait for MySQL all the time. */
        public Limited {
            if (limit.compareTo(Duration.ofSeconds(1)) < 0) {
                throw new IllegalArgumentException("must be 1s or more");
            }
        }
    }
}
