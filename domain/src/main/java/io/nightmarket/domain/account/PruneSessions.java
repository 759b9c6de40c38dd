package io.nightmarket.domain.account;

import io.nightmarket.domain.base.OneByOne;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** Deletes sessions a week after their end. */
public final class PruneSessions {
    /** For questions of users about logins that were not theirs. */
    static final Duration KEPT = Duration.ofDays(7);

    private final SessionLedger ledger;
    private final Clock clock;

    public PruneSessions(SessionLedger ledger, Clock clock) {
        this.ledger = ledger;
        this.clock = clock;
    }

    /** Deletes all that are old enough, some at a time. */
    public CompletionStage<Void> iterate() {
        Instant before = clock.instant().minus(KEPT);
        return OneByOne.untilNothingIsLeft(() -> ledger.prune(before));
    }
}
