package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.queue.UnsupportedQueue;
import io.nightmarket.domain.shop.VoucherId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A queue that only notes which sales were opened in it. */
final class OpeningsOnly extends UnsupportedQueue {
    final List<VoucherId> opened = new ArrayList<>();
    boolean failing;

    @Override
    protected CompletionStage<Void> open(Epoch epoch, SaleSnapshot snapshot) {
        if (failing) {
            return CompletableFuture.failedStage(new Unavailable("away"));
        }
        opened.add(snapshot.sale().voucher());
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Boolean> change(FlashSale sale) {
        return CompletableFuture.completedStage(opened.contains(sale.voucher()));
    }
}
