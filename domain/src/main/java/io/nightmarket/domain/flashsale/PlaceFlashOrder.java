package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.order.AdmissionRequest;
import io.nightmarket.domain.order.OrderId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A shopper clicks "buy". */
public final class PlaceFlashOrder {
    private final SaleShards shards;
    private final IdGenerator ids;
    private final AdmitBuyers buyers;
    private final PrepareSales sales;

    public PlaceFlashOrder(SaleShards shards, IdGenerator ids, AdmitBuyers buyers, PrepareSales sales) {
        this.shards = shards;
        this.ids = ids;
        this.buyers = buyers;
        this.sales = sales;
    }

    /**
     * Admits the buyer or says why not. One order per buyer and sale: asking again with the same request key answers
     * {@code Accepted} with the first order's id, and {@code AlreadyBought} otherwise, whatever was lost in between.
     * Fails with {@code Unavailable} when nothing was reserved, with {@code TimedOut} when that is unknown.
     *
     * @param requestKey the buyer's own name for this wish; empty when it has none
     */
    public CompletionStage<Admission> place(UserId buyer, VoucherId voucher, String requestKey) {
        return shards.of(voucher)
                .thenCompose(shard -> shard.isPresent()
                        ? place(shard.get(), buyer, voucher, requestKey)
                        : CompletableFuture.completedStage(new Admission.Unknown()));
    }

    private CompletionStage<Admission> place(Shard shard, UserId buyer, VoucherId voucher, String requestKey) {
        return ids.next().thenCompose(id -> {
            AdmissionRequest request = new AdmissionRequest(new Purchase(new OrderId(id), voucher, buyer), requestKey);
            return buyers.admit(shard, request)
                    .thenCompose(admission -> admission instanceof Admission.Unknown
                            ? prepareAndAdmit(shard, request)
                            : CompletableFuture.completedStage(admission));
        });
    }

    /** The queue has lost the sale, or has not heard of it yet. */
    private CompletionStage<Admission> prepareAndAdmit(Shard shard, AdmissionRequest request) {
        return sales.prepare(request.purchase().voucher())
                .thenCompose(exists -> exists
                        ? buyers.admit(shard, request)
                        : CompletableFuture.completedStage(new Admission.Unknown()));
    }
}
