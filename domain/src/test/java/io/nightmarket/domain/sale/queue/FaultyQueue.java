package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** A queue that fails as its {@link StepFault} says. */
public class FaultyQueue implements WholeQueue {
    private final WholeQueue inner;
    private final StepFault fault;

    public FaultyQueue(WholeQueue inner, StepFault fault) {
        this.inner = inner;
        this.fault = fault;
    }

    @Override
    public CompletionStage<SaleOpening> beginOpening(FlashSale sale) {
        return inner.beginOpening(sale).thenApply(opening -> new SaleOpening() {
            @Override
            public CompletionStage<Void> reserve(List<Purchase> reservations) {
                return fault.step(() -> opening.reserve(reservations));
            }

            @Override
            public CompletionStage<Void> open(Epoch epoch, SaleSnapshot snapshot) {
                return fault.step(() -> opening.open(epoch, snapshot));
            }
        });
    }

    @Override
    public CompletionStage<Boolean> change(FlashSale sale) {
        return fault.step(() -> inner.change(sale));
    }

    @Override
    public CompletionStage<UnitsChanged> addUnits(Epoch epoch, VoucherId voucher, long adjustment, long units) {
        return fault.step(() -> inner.addUnits(epoch, voucher, adjustment, units));
    }

    @Override
    public CompletionStage<Boolean> remove(FlashSale sale) {
        return fault.step(() -> inner.remove(sale));
    }

    @Override
    public CompletionStage<BuyerSlice> slice(Shard shard, VoucherId voucher, long cursor) {
        return fault.step(() -> inner.slice(shard, voucher, cursor));
    }

    @Override
    public CompletionStage<NewBuyers> buyersAfter(Shard shard, VoucherId voucher, BuyerMark mark) {
        return fault.step(() -> inner.buyersAfter(shard, voucher, mark));
    }

    @Override
    public CompletionStage<Set<OrderId>> waiting(Shard shard, Set<OrderId> orders) {
        return fault.step(() -> inner.waiting(shard, orders));
    }

    @Override
    public CompletionStage<Integer> reenqueue(Epoch epoch, VoucherId voucher, List<Purchase> orders) {
        return fault.step(() -> inner.reenqueue(epoch, voucher, orders));
    }

    @Override
    public CompletionStage<Void> close(Epoch epoch) {
        return fault.step(() -> inner.close(epoch));
    }

    @Override
    public CompletionStage<Optional<OrderId>> findOrder(Epoch epoch, VoucherId voucher, UserId buyer) {
        return fault.step(() -> inner.findOrder(epoch, voucher, buyer));
    }

    @Override
    public CompletionStage<Boolean> holdForWaitlist(Epoch epoch, VoucherId voucher, long number, boolean waiting) {
        return fault.step(() -> inner.holdForWaitlist(epoch, voucher, number, waiting));
    }

    @Override
    public CompletionStage<Optional<Long>> availableUnits(Epoch epoch, VoucherId voucher) {
        return fault.step(() -> inner.availableUnits(epoch, voucher));
    }

    @Override
    public CompletionStage<List<Admission>> admitNext(Epoch epoch, VoucherId voucher, List<Purchase> next) {
        return fault.step(() -> inner.admitNext(epoch, voucher, next));
    }

    @Override
    public CompletionStage<List<Admission>> admit(Epoch epoch, VoucherId voucher, List<AdmissionRequest> requests) {
        return fault.step(() -> inner.admit(epoch, voucher, requests));
    }

    @Override
    public CompletionStage<Optional<UserId>> findQueued(Epoch epoch, OrderId order) {
        return fault.step(() -> inner.findQueued(epoch, order));
    }

    @Override
    public CompletionStage<List<QueueEntry>> read(Shard shard, EntryId after, int max, Duration wait) {
        return fault.step(() -> inner.read(shard, after, max, wait));
    }

    @Override
    public CompletionStage<Void> acknowledge(Shard shard, EntryId last) {
        return fault.step(() -> inner.acknowledge(shard, last));
    }

    @Override
    public CompletionStage<Reservation> reserve(Epoch epoch, Purchase purchase) {
        return fault.step(() -> inner.reserve(epoch, purchase));
    }

    @Override
    public CompletionStage<Release> release(Epoch epoch, Purchase purchase) {
        return fault.step(() -> inner.release(epoch, purchase));
    }

    @Override
    public CompletionStage<Boolean> isOpen(Epoch epoch) {
        return fault.step(() -> inner.isOpen(epoch));
    }

    @Override
    public CompletionStage<BegunEpoch> beginEpoch(Epoch epoch) {
        return fault.step(() -> inner.beginEpoch(epoch));
    }

    @Override
    public CompletionStage<Void> drop(Epoch epoch, VoucherId voucher) {
        return fault.step(() -> inner.drop(epoch, voucher));
    }

    @Override
    public CompletionStage<Void> raiseEntryIds(Epoch epoch, EntryId lastSettled) {
        return fault.step(() -> inner.raiseEntryIds(epoch, lastSettled));
    }

    @Override
    public CompletionStage<Set<Long>> adjustments(Shard shard, VoucherId voucher) {
        return fault.step(() -> inner.adjustments(shard, voucher));
    }

    @Override
    public CompletionStage<Void> open(Epoch epoch, EntryId lastSettled) {
        return fault.step(() -> inner.open(epoch, lastSettled));
    }

    @Override
    public CompletionStage<Optional<QueueCount>> count(Shard shard, VoucherId voucher) {
        return fault.step(() -> inner.count(shard, voucher));
    }
}
