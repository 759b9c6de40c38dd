package io.nightmarket.domain.order;

import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Books that fail as their {@link StepFault} says. */
record FaultyBooks(OrderBooks inner, StepFault fault) implements OrderBooks {
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
        public CompletionStage<Void> skip(EntryId entry) {
            return fault.step(() -> inner.skip(entry));
        }

        @Override
        public CompletionStage<Settlement> reject(QueueEntry.QueuedOrder order, RejectionReason reason) {
            return fault.step(() -> inner.reject(order, reason));
        }

        @Override
        public CompletionStage<Epoch> nextEpoch() {
            return fault.step(inner::nextEpoch);
        }

        @Override
        public CompletionStage<List<Purchase>> owedReturns() {
            return fault.step(inner::owedReturns);
        }

        @Override
        public CompletionStage<Void> markReturned(List<Purchase> returned) {
            return fault.step(() -> inner.markReturned(returned));
        }

        @Override
        public CompletionStage<Void> close() {
            return inner.close();
        }
    }

    /** A writer that passes everything on. */
    static class Passing implements Writer {
        private final Writer inner;

        Passing(Writer inner) {
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
        public CompletionStage<Void> skip(EntryId entry) {
            return inner.skip(entry);
        }

        @Override
        public CompletionStage<Settlement> reject(QueueEntry.QueuedOrder order, RejectionReason reason) {
            return inner.reject(order, reason);
        }

        @Override
        public CompletionStage<Epoch> nextEpoch() {
            return inner.nextEpoch();
        }

        @Override
        public CompletionStage<List<Purchase>> owedReturns() {
            return inner.owedReturns();
        }

        @Override
        public CompletionStage<Void> markReturned(List<Purchase> returned) {
            return inner.markReturned(returned);
        }

        @Override
        public CompletionStage<Void> close() {
            return inner.close();
        }
    }
}
