package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A queue that can do nothing: tests give it what they need. */
public abstract class UnsupportedQueue implements WholeQueue {
    @Override
    public CompletionStage<SaleOpening> beginOpening(FlashSale sale) {
        return CompletableFuture.completedStage(new SaleOpening() {
            @Override
            public CompletionStage<Void> reserve(List<Purchase> reservations) {
                return CompletableFuture.completedStage(null);
            }

            @Override
            public CompletionStage<Void> open(Epoch epoch, SaleSnapshot snapshot) {
                return UnsupportedQueue.this.open(epoch, snapshot);
            }
        });
    }

    /** A sale is opened; its reservations are not noted. */
    protected CompletionStage<Void> open(Epoch epoch, SaleSnapshot snapshot) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Boolean> change(FlashSale sale) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<UnitsChanged> addUnits(Epoch epoch, VoucherId voucher, long adjustment, long units) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Boolean> remove(FlashSale sale) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Boolean> holdForWaitlist(Epoch epoch, VoucherId voucher, long number, boolean waiting) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Optional<Long>> availableUnits(Epoch epoch, VoucherId voucher) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<List<Admission>> admitNext(Epoch epoch, VoucherId voucher, List<Purchase> next) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<List<Admission>> admit(Epoch epoch, VoucherId voucher, List<AdmissionRequest> requests) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Optional<OrderId>> findOrder(Epoch epoch, VoucherId voucher, UserId buyer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<BuyerSlice> slice(Shard shard, VoucherId voucher, long cursor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<NewBuyers> buyersAfter(Shard shard, VoucherId voucher, BuyerMark mark) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Set<OrderId>> waiting(Shard shard, Set<OrderId> orders) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Integer> reenqueue(Epoch epoch, VoucherId voucher, List<Purchase> orders) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> close(Epoch epoch) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Optional<UserId>> findQueued(Epoch epoch, OrderId order) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<List<QueueEntry>> read(Shard shard, EntryId after, int max, Duration wait) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> acknowledge(Shard shard, EntryId last) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Release> release(Epoch epoch, Purchase purchase) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Reservation> reserve(Epoch epoch, Purchase purchase) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Boolean> isOpen(Epoch epoch) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<BegunEpoch> beginEpoch(Epoch epoch) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> drop(Epoch epoch, VoucherId voucher) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> raiseEntryIds(Epoch epoch, EntryId lastSettled) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Set<Long>> adjustments(Shard shard, VoucherId voucher) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> open(Epoch epoch, EntryId lastSettled) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Optional<QueueCount>> count(Shard shard, VoucherId voucher) {
        throw new UnsupportedOperationException();
    }
}
