package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A ledger that fails as its {@link StepFault} says. */
public record FaultyLedger(OrderLedger inner, StepFault fault) implements OrderLedger {
    @Override
    public CompletionStage<Writer> becomeWriter(Shard shard) {
        return fault.step(() -> inner.becomeWriter(shard).<Writer>thenApply(writer -> new FaultyWriter(writer, fault)));
    }

    @Override
    public CompletionStage<Map<UserId, OrderId>> claims(VoucherId voucher, Set<UserId> buyers) {
        return inner.claims(voucher, buyers);
    }

    @Override
    public CompletionStage<Set<Long>> undecided(Set<Long> revisions) {
        return inner.undecided(revisions);
    }

    @Override
    public CompletionStage<Epoch> epoch(Shard shard) {
        return inner.epoch(shard);
    }

    @Override
    public CompletionStage<Void> recordLost(Epoch epoch, Purchase purchase) {
        return inner.recordLost(epoch, purchase);
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
        public CompletionStage<Void> writeDeadLetter(QueueEntry entry, String reason) {
            return fault.step(() -> inner.writeDeadLetter(entry, reason));
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

    /** A ledger with other writers. */
    public record OtherWriters(OrderLedger inner, Function<Shard, CompletionStage<Writer>> writers)
            implements OrderLedger {
        @Override
        public CompletionStage<Writer> becomeWriter(Shard shard) {
            return writers.apply(shard);
        }

        @Override
        public CompletionStage<Map<UserId, OrderId>> claims(VoucherId voucher, Set<UserId> buyers) {
            return inner.claims(voucher, buyers);
        }

        @Override
        public CompletionStage<Set<Long>> undecided(Set<Long> revisions) {
            return inner.undecided(revisions);
        }

        @Override
        public CompletionStage<Epoch> epoch(Shard shard) {
            return inner.epoch(shard);
        }

        @Override
        public CompletionStage<Void> recordLost(Epoch epoch, Purchase purchase) {
            return inner.recordLost(epoch, purchase);
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
        public CompletionStage<Void> writeDeadLetter(QueueEntry entry, String reason) {
            return inner.writeDeadLetter(entry, reason);
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
