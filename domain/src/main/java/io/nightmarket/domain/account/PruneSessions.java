package io.nightmarket.domain.account;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
        return ledger.prune(clock.instant().minus(KEPT))
                .thenCompose(deleted -> deleted == 0 ? CompletableFuture.completedStage(null) : iterate());
    }
}
