package io.nightmarket.domain.memory;

import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.domain.audit.AuditTrail;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Events in a list. */
public final class InMemoryAuditTrail implements AuditTrail {
    private final List<Recorded> events = new ArrayList<>();

    @Override
    public synchronized void record(AuditEvent event) {
        events.add(new Recorded(events.size() + 1L, event));
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
