package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.order.AdmissionRequest;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.QueueEntry;
import io.nightmarket.domain.order.UnitsAdded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A queue that only notes which sales were opened in it, and when buyers were let in. */
final class OpeningsOnly implements OrderQueue {
    final List<VoucherId> opened = new ArrayList<>();
    final List<Integer> openedWhenUnfenced = new ArrayList<>();
    boolean failing;

    @Override
    public CompletionStage<Void> open(SaleSnapshot snapshot) {
        if (failing) {
            return CompletableFuture.failedStage(new Unavailable("away"));
        }
        opened.add(snapshot.sale().voucher());
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Boolean> adjust(FlashSale sale) {
        return CompletableFuture.completedStage(opened.contains(sale.voucher()));
    }

    @Override
    public CompletionStage<UnitsAdded> addUnits(Shard shard, VoucherId voucher, long adjustment, long units) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Boolean> remove(FlashSale sale) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> eachBuyer(Shard shard, VoucherId voucher, Consumer<UserId> each) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Optional<OrderId>> findOrder(Shard shard, VoucherId voucher, UserId buyer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> unfence(Shard shard, EntryId lastSettled) {
        openedWhenUnfenced.add(opened.size());
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<List<Admission>> admit(Shard shard, VoucherId voucher, List<AdmissionRequest> requests) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Optional<UserId>> findQueued(Shard shard, OrderId order) {
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
    public CompletionStage<Void> setAside(Shard shard, EntryId entry, String reason) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Boolean> giveBack(Shard shard, Purchase purchase) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Optional<Long>> free(Shard shard, VoucherId voucher) {
        throw new UnsupportedOperationException();
    }
}
