package io.nightmarket.domain.audit;

import io.nightmarket.domain.account.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What was done on this site, for administrators. */
public interface AuditTrail {
    /**
     * An event that was written.
     *
     * @param number grows with time, nearly
     */
    record Recorded(long number, AuditEvent event) {}

    /** Which events are meant; those that are empty don't matter. */
    record Filter(Optional<UserId> actor, Optional<String> action) {}

    /**
     * Writes the event a little later, together with others. When too many arrive at once, some are dropped, and
     * counted.
     */
    void record(AuditEvent event);

    /** As {@link #record}, of a request by no merchant or administrator that was refused: dropped before all others. */
    void recordRefusal(AuditEvent event);

    /** Deletes events from before this time, a bounded number of them, and answers how many. */
    CompletionStage<Integer> prune(Instant before);

    /** Newest first, those with a number below this one. */
    CompletionStage<List<Recorded>> list(Filter filter, long before, int size);
}
