package io.nightmarket.domain.memory;

import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.audit.StaffAction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Events in a list. */
public final class InMemoryAuditTrail implements AuditTrail {
    private final List<Recorded> events = new ArrayList<>();
    private long last;

    @Override
    public synchronized void record(AuditEvent event) {
        events.add(new Recorded(++last, event));
    }

    /** An entry that is written with a change. */
    synchronized void recordChange(StaffAction action, String before, String after) {
        record(new AuditEvent(
                Instant.EPOCH,
                Optional.of(action.actor()),
                action.address(),
                action.operation(),
                action.subject(),
                AuditEvent.OK,
                Optional.of(new AuditEvent.Change(action.reason(), before, after))));
    }

    @Override
    public void recordRefusal(AuditEvent event) {
        record(event);
    }

    @Override
    public synchronized CompletionStage<Integer> prune(Instant before) {
        int all = events.size();
        events.removeIf(each -> each.event().at().isBefore(before));
        return CompletableFuture.completedStage(all - events.size());
    }

    @Override
    public synchronized CompletionStage<List<Recorded>> list(Filter filter, long before, int size) {
        return CompletableFuture.completedStage(events.reversed().stream()
                .filter(each -> each.number() < before)
                .filter(each -> filter.actor().isEmpty()
                        || filter.actor().equals(each.event().actor()))
                .filter(each ->
                        filter.action().map(each.event().action()::equals).orElse(true))
                .limit(size)
                .toList());
    }
}
