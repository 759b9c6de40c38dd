package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.order.AdmissionRequest;
import io.nightmarket.domain.order.OrderId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A shopper clicks "buy". */
public final class PlaceFlashOrder {
    private final IdGenerator ids;
    private final AdmitBuyers buyers;
    private final PrepareSales sales;

    public PlaceFlashOrder(IdGenerator ids, AdmitBuyers buyers, PrepareSales sales) {
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
        return ids.next().thenCompose(id -> {
            AdmissionRequest request = new AdmissionRequest(new Purchase(new OrderId(id), voucher, buyer), requestKey);
            return buyers.admit(request).thenCompose(admission -> switch (admission) {
                case Admission.Unknown _ -> prepareAndAdmit(request);
                default -> CompletableFuture.completedStage(admission);
            });
        });
    }

    /** A sale that the queue has never heard of may still stand in the database. */
    private CompletionStage<Admission> prepareAndAdmit(AdmissionRequest request) {
        return sales.prepare(request.purchase().voucher())
                .thenCompose(exists ->
                        exists ? buyers.admit(request) : CompletableFuture.completedStage(new Admission.Unknown()));
    }
}
