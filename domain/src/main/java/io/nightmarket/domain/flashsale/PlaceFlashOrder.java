package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A shopper clicks "buy". */
public final class PlaceFlashOrder {
    private final IdGenerator ids;
    private final OrderQueue queue;
    private final PrepareSales sales;

    public PlaceFlashOrder(IdGenerator ids, OrderQueue queue, PrepareSales sales) {
        this.ids = ids;
        this.queue = queue;
        this.sales = sales;
    }

    /**
     * Admits the buyer or says why not. One order per buyer and sale: asking again answers {@code AlreadyBought} with
     * the first order's id, whatever was lost in between. Fails with {@code Unavailable} when nothing was reserved,
     * with {@code TimedOut} when that is unknown.
     */
    public CompletionStage<Admission> place(UserId buyer, VoucherId voucher) {
        return ids.next().thenCompose(id -> {
            Purchase purchase = new Purchase(new OrderId(id), voucher, buyer);
            return queue.admit(Shard.FIRST, purchase)
                    .thenCompose(admission -> admission instanceof Admission.Unknown
                            ? prepareAndAdmit(purchase)
                            : CompletableFuture.completedStage(admission));
        });
    }

    /** A sale that the queue has never heard of may still stand in the database. */
    private CompletionStage<Admission> prepareAndAdmit(Purchase purchase) {
        return sales.prepare(purchase.voucher())
                .thenCompose(exists -> exists
                        ? queue.admit(Shard.FIRST, purchase)
                        : CompletableFuture.completedStage(new Admission.Unknown()));
    }
}
