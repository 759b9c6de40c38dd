package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.outbox.OrderOutbox;
import io.nightmarket.domain.order.outbox.OutgoingEvent;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Events without gaps. */
public final class InMemoryOutbox implements OrderOutbox {
    private final List<OutgoingEvent> events = new ArrayList<>();

    public synchronized void add(int count) {
        for (int i = 0; i < count; i++) {
            events.add(new OutgoingEvent(
                    events.size() + 1, new OrderId(7), "PAID", Instant.EPOCH, new UserId(8), new VoucherId(9)));
        }
    }

    @Override
    public synchronized CompletionStage<List<OutgoingEvent>> after(long id, int max) {
        return CompletableFuture.completedStage(events.stream()
                .filter(event -> event.id() > id)
                .limit(Math.min(max, MAX_PAGE))
                .toList());
    }

    @Override
    public synchronized CompletionStage<Long> last() {
        return CompletableFuture.completedStage((long) events.size());
    }
}
