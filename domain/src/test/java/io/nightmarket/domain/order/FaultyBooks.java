package io.nightmarket.domain.order;

import io.nightmarket.domain.flashsale.Shard;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Books that fail as their {@link StepFault} says. */
public record FaultyBooks(OrderBooks inner, StepFault fault) implements OrderBooks {
    @Override
    public CompletionStage<Writer> becomeWriter(Shard shard) {
        return fault.step(() -> inner.becomeWriter(shard).<Writer>thenApply(writer -> new FaultyWriter(writer, fault)));
    }

    private record FaultyWriter(Writer inner, StepFault fault) implements Writer {
        @Override
        public EntryId lastSettled() {
            return inner.lastSettled();
        }

        @Override
        public CompletionStage<Settlement> settle(List<QueueEntry.QueuedOrder> orders) {
            return fault.step(() -> inner.settle(orders));
        }

        @Override
        public CompletionStage<Void> setAside(QueueEntry entry, String reason) {
            return fault.step(() -> inner.setAside(entry, reason));
        }

        @Override
        public Set<OrderId> skipRequests() {
            return inner.skipRequests();
        }

        @Override
        public CompletionStage<Boolean> acceptsOrders(QueueEntry.QueuedOrder refused) {
            return fault.step(() -> inner.acceptsOrders(refused));
        }

        @Override
        public CompletionStage<Epoch> nextEpoch() {
            return fault.step(inner::nextEpoch);
        }

        @Override
        public CompletionStage<Void> close() {
            return inner.close();
        }
    }

    /** A writer that passes everything on. */
    public static class Passing implements Writer {
        private final Writer inner;

        public Passing(Writer inner) {
            this.inner = inner;
        }

        @Override
        public EntryId lastSettled() {
            return inner.lastSettled();
        }

        @Override
        public CompletionStage<Settlement> settle(List<QueueEntry.QueuedOrder> orders) {
            return inner.settle(orders);
        }

        @Override
        public CompletionStage<Void> setAside(QueueEntry entry, String reason) {
            return inner.setAside(entry, reason);
        }

        @Override
        public Set<OrderId> skipRequests() {
            return inner.skipRequests();
        }

        @Override
        public CompletionStage<Boolean> acceptsOrders(QueueEntry.QueuedOrder refused) {
            return inner.acceptsOrders(refused);
        }

        @Override
        public CompletionStage<Epoch> nextEpoch() {
            return inner.nextEpoch();
        }

        @Override
        public CompletionStage<Void> close() {
            return inner.close();
        }
    }
}
