package io.nightmarket.domain.sale.admission;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Deadlines;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.PurchaseAnswer;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.operation.PrepareSales.Preparation;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.settlement.AwaitSettlement;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A purchase request in a flash sale. */
public final class PlaceFlashOrder {
    /** Loading a sale of a million buyers takes longer; the load goes on, and who asks again may find it done. */
    static final Duration LOAD_TIMEOUT = Duration.ofMillis(1_500);

    private static final CompletionStage<PurchaseAnswer> SOLD_OUT = answered(new Admission.SoldOut());
    private static final CompletionStage<PurchaseAnswer> ENDED = answered(new Admission.Ended());
    private static final CompletionStage<PurchaseAnswer> NO_SUCH_SALE = answered(new Admission.NoSuchSale());
    private static final CompletionStage<PurchaseAnswer> NO_PATH =
            CompletableFuture.completedStage(new PurchaseAnswer.NoPath());

    private final SaleDirectory directory;
    private final IdGenerator ids;
    private final AdmitBuyers buyers;
    private final PrepareSales sales;
    private final SoldOutMemory soldOut;
    private final AwaitSettlement settlement;
    private final Timers timers;
    private final PurchasePaths paths;
    private final PurchaseGate gate;
    private final SaleRequests requests;

    /** @param gate the gate of sales with a waiting room */
    public PlaceFlashOrder(
            SaleDirectory directory,
            IdGenerator ids,
            AdmitBuyers buyers,
            PrepareSales sales,
            SoldOutMemory soldOut,
            AwaitSettlement settlement,
            Timers timers,
            PurchasePaths paths,
            PurchaseGate gate,
            SaleRequests requests) {
        this.directory = directory;
        this.ids = ids;
        this.buyers = buyers;
        this.sales = sales;
        this.soldOut = soldOut;
        this.settlement = settlement;
        this.timers = timers;
        this.paths = paths;
        this.gate = new CountedGate(gate, requests);
        this.requests = requests;
    }

    /**
     * A request.
     *
     * @param requestKey the buyer's own name for this request; empty when it has none
     * @param acknowledgement what the buyer wants to wait for; empty: what the sale is set to
     * @param pass the pass of the sale's waiting room; empty for none
     * @param pathKey the key of the purchase path that was asked; empty for none
     */
    public record PurchaseRequest(
            UserId buyer,
            VoucherId voucher,
            String requestKey,
            Optional<Acknowledgement> acknowledgement,
            String pass,
            String pathKey) {}

    /**
     * Admits the buyer or says why not. One order per buyer and sale: asking again with the same request key answers as
     * if for the first time, with the first order's id, and {@code AlreadyBought} otherwise, whatever was lost in between.
     * Fails with {@code Unavailable} when nothing was reserved, with {@code TimedOut} when that is unknown.
     */
    public CompletionStage<PurchaseAnswer> place(PurchaseRequest request) {
        return directory
                .find(request.voucher())
                .thenCompose(found -> found.isPresent() ? place(found.get(), request) : NO_SUCH_SALE);
    }

    private CompletionStage<PurchaseAnswer> place(SaleTerms terms, PurchaseRequest request) {
        if (soldOut.rejects(request.voucher(), request.buyer())) {
            return refused(SOLD_OUT, request, RequestOutcome.MEMORY_SOLD_OUT);
        }
        if (sales.isOver(terms.window())) {
            return refused(ENDED, request, RequestOutcome.MEMORY_ENDED);
        }
        if (terms.options().signedPath() && !paths.allow(request)) {
            return refused(NO_PATH, request, RequestOutcome.PATH_REQUIRED);
        }
        return terms.options().waitingRoom()
                ? gate.admit(terms, request, () -> placeNow(terms, request))
                : placeNow(terms, request);
    }

    private CompletionStage<PurchaseAnswer> refused(
            CompletionStage<PurchaseAnswer> answer, PurchaseRequest request, RequestOutcome outcome) {
        requests.count(request.voucher(), outcome);
        return answer;
    }

    private CompletionStage<PurchaseAnswer> placeNow(SaleTerms terms, PurchaseRequest request) {
        CompletionStage<Long> next = ids.next().whenComplete((_, failure) -> {
            if (failure != null) {
                requests.count(request.voucher(), RequestOutcome.of(failure));
            }
        });
        return next.thenCompose(id -> {
            OrderId order = new OrderId(id);
            return request.acknowledgement().orElse(terms.acknowledgement()) == Acknowledgement.DURABLE
                    ? placeDurably(terms, request, order)
                    : admit(terms, request, order).thenApply(Function.identity());
        });
    }

    /** Waits from before the admission on: settlement may be faster than its answer. */
    private CompletionStage<PurchaseAnswer> placeDurably(SaleTerms terms, PurchaseRequest request, OrderId order) {
        AwaitSettlement.PendingSettlement expected = settlement.expect(order);
        return admit(terms, request, order)
                .whenComplete((admission, _) -> {
                    if (!(admission instanceof Admission.Accepted(OrderId accepted) && accepted.equals(order))) {
                        expected.cancel();
                    }
                })
                .thenCompose(admission -> admission instanceof Admission.Accepted(OrderId accepted)
                        ? afterSettlement(accepted.equals(order) ? expected : settlement.expect(accepted), accepted)
                        : answered(admission));
    }

    private static CompletionStage<PurchaseAnswer> afterSettlement(
            AwaitSettlement.PendingSettlement expected, OrderId order) {
        return expected.outcome().thenApply(outcome -> switch (outcome) {
            case AwaitSettlement.Outcome.Settled _ -> new PurchaseAnswer.Settled(order);
            case AwaitSettlement.Outcome.Rejected(var reason) -> new PurchaseAnswer.Rejected(order, reason);
            case AwaitSettlement.Outcome.NotYet _ -> new PurchaseAnswer.Queued(order);
        });
    }

    private CompletionStage<Admission> admit(SaleTerms terms, PurchaseRequest request, OrderId order) {
        Purchase purchase = new Purchase(order, request.voucher(), request.buyer());
        AdmissionRequest asked = new AdmissionRequest(purchase, request.requestKey());
        return buyers.admit(terms.shard(), asked)
                .thenCompose(admission -> admission instanceof Admission.NoSuchSale
                        ? prepareAndAdmit(terms.shard(), asked)
                        : CompletableFuture.completedStage(admission))
                .whenComplete((admission, failure) -> remember(terms, purchase, admission, failure));
    }

    private void remember(
            SaleTerms terms, Purchase purchase, @Nullable Admission admission, @Nullable Throwable failure) {
        if (admission != null) {
            requests.count(purchase.voucher(), RequestOutcome.of(admission, purchase.order()));
            soldOut.answered(terms, purchase, admission);
        } else if (failure != null) {
            requests.count(purchase.voucher(), RequestOutcome.of(failure));
            if (DomainFailure.causeOf(failure) instanceof TimedOut) {
                soldOut.mayHaveBought(terms, purchase.voucher(), purchase.buyer());
            }
        }
    }

    /** The queue has lost the sale, or does not know it yet. */
    private CompletionStage<Admission> prepareAndAdmit(Shard shard, AdmissionRequest request) {
        return Deadlines.within(
                        sales.prepare(request.purchase().voucher()),
                        LOAD_TIMEOUT,
                        timers,
                        () -> new Unavailable("the sale is being loaded"))
                .thenCompose(preparation -> preparation == Preparation.READY
                        ? buyers.admit(shard, request)
                        : CompletableFuture.completedStage(
                                preparation == Preparation.OVER ? new Admission.Ended() : new Admission.NoSuchSale()));
    }

    private static CompletionStage<PurchaseAnswer> answered(Admission admission) {
        return CompletableFuture.completedStage(admission);
    }
}
