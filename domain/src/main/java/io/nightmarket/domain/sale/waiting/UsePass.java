package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.PurchaseAnswer;
import io.nightmarket.domain.sale.PurchaseAnswer.NoPass;
import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder.PurchaseRequest;
import io.nightmarket.domain.sale.admission.PurchaseGate;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.waiting.RoomTokens.Signed;
import io.nightmarket.domain.sale.waiting.WaitingRooms.RoomPlace;
import io.nightmarket.domain.sale.waiting.WaitingRooms.Use;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Admits buyers of a sale with a waiting room by their pass, once. After an answer that is for now only (a full queue, a pause, a
 * failure) the pass may be used again, until it ends.
 */
public final class UsePass implements PurchaseGate {
    private final WaitingRooms rooms;
    private final RoomRecords records;
    private final OpenRoom opening;
    private final RoomTokens tokens;
    private final OrderQueue queue;
    private final Epochs epochs;

    public UsePass(
            WaitingRooms rooms,
            RoomRecords records,
            OpenRoom opening,
            RoomTokens tokens,
            OrderQueue queue,
            Epochs epochs) {
        this.rooms = rooms;
        this.records = records;
        this.opening = opening;
        this.tokens = tokens;
        this.queue = queue;
        this.epochs = epochs;
    }

    @Override
    public CompletionStage<PurchaseAnswer> admit(
            SaleTerms terms, PurchaseRequest request, Supplier<CompletionStage<PurchaseAnswer>> admission) {
        return tokens.readPass(request.voucher(), request.buyer(), request.pass())
                .map(signed -> use(terms, request, signed, admission))
                .orElseGet(() -> refused(NoPass.Reason.MISSING));
    }

    private CompletionStage<PurchaseAnswer> use(
            SaleTerms terms,
            PurchaseRequest request,
            Signed signed,
            Supplier<CompletionStage<PurchaseAnswer>> admission) {
        RoomSale sale = RoomSale.of(request.voucher(), terms);
        RoomPlace.Turn turn = new RoomPlace.Turn(signed.number(), signed.until(), Duration.ZERO);
        CompletionStage<Use> using =
                opening.within(sale, Use.NO_ROOM, () -> rooms.use(sale, request.buyer(), turn, request.requestKey()));
        return using.thenCompose(use -> switch (use) {
            case BEGUN -> ended(sale, request, signed, admission.get());
            case BEGUN_AGAIN -> ended(sale, request, signed, useAgain(terms, request, signed, admission));
            case REPEATED -> repeat(terms, request);
            case USED -> refused(NoPass.Reason.USED);
            case OVER -> refused(NoPass.Reason.MISSING);
            case REVOKED, NO_ROOM -> refused(NoPass.Reason.REVOKED);
        });
    }

    /** An order since the turn was given was bought with it, also one that was cancelled. */
    private CompletionStage<PurchaseAnswer> useAgain(
            SaleTerms terms,
            PurchaseRequest request,
            Signed signed,
            Supplier<CompletionStage<PurchaseAnswer>> admission) {
        return records.hasBought(
                        request.voucher(), request.buyer(), signed.until().minus(RoomRules.TURN))
                .thenCompose(bought -> bought ? repeat(terms, request) : admission.get());
    }

    /** The order that there is, and never another. */
    private CompletionStage<PurchaseAnswer> repeat(SaleTerms terms, PurchaseRequest request) {
        boolean durable = request.acknowledgement().orElse(terms.acknowledgement()) == Acknowledgement.DURABLE;
        return epochs.call(terms.shard(), epoch -> queue.findOrder(epoch, request.voucher(), request.buyer()))
                .thenApply(order -> order.<PurchaseAnswer>map(
                                known -> durable ? new PurchaseAnswer.Queued(known) : new Admission.Accepted(known))
                        .orElseGet(() -> new NoPass(NoPass.Reason.USED)));
    }

    private static CompletionStage<PurchaseAnswer> refused(NoPass.Reason reason) {
        return CompletableFuture.completedStage(new NoPass(reason));
    }

    /** No answer waits for the end of the use: one that is lost ends by itself. */
    private CompletionStage<PurchaseAnswer> ended(
            RoomSale sale, PurchaseRequest request, Signed signed, CompletionStage<PurchaseAnswer> admission) {
        return admission.whenComplete((answer, _) -> {
            var _ = rooms.endUse(sale, request.buyer(), signed.number(), isFinal(answer));
        });
    }

    private static boolean isFinal(@Nullable PurchaseAnswer answer) {
        return answer != null
                && !(answer instanceof Admission.QueueFull
                        || answer instanceof Admission.Paused
                        || answer instanceof Admission.NotStarted);
    }
}
