package io.nightmarket.domain.waitingroom;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder.PurchaseRequest;
import io.nightmarket.domain.sale.admission.PurchaseAnswer;
import io.nightmarket.domain.sale.admission.PurchaseAnswer.NoPass;
import io.nightmarket.domain.sale.admission.PurchaseGate;
import io.nightmarket.domain.sale.queue.Admission;
import io.nightmarket.domain.waitingroom.RoomTokens.Signed;
import io.nightmarket.domain.waitingroom.WaitingRooms.Standing;
import io.nightmarket.domain.waitingroom.WaitingRooms.Use;
import java.time.Clock;
import java.util.Optional;
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
    private final OpenRoom opening;
    private final RoomTokens tokens;
    private final Clock clock;

    public UsePass(WaitingRooms rooms, RoomRecords records, RoomTokens tokens, Clock clock) {
        this.rooms = rooms;
        this.opening = new OpenRoom(rooms, records);
        this.tokens = tokens;
        this.clock = clock;
    }

    @Override
    public CompletionStage<PurchaseAnswer> admit(
            SaleTerms terms, PurchaseRequest request, Supplier<CompletionStage<PurchaseAnswer>> admission) {
        Optional<Signed> pass = tokens.readPass(request.voucher(), request.buyer(), request.pass());
        if (pass.isEmpty() || !clock.instant().isBefore(pass.get().until())) {
            return CompletableFuture.completedStage(new NoPass(NoPass.Reason.MISSING));
        }
        RoomSale sale = RoomSale.of(request.voucher(), terms);
        Signed signed = pass.get();
        Standing.Turn turn = new Standing.Turn(signed.number(), signed.until());
        CompletionStage<Use> using =
                opening.within(sale, Use.NO_ROOM, () -> rooms.use(sale, request.buyer(), turn, request.requestKey()));
        return using.thenCompose(use -> switch (use) {
            case BEGUN -> admit(sale, request.buyer(), signed.number(), admission);
            case USED -> CompletableFuture.completedStage(new NoPass(NoPass.Reason.USED));
            case REVOKED, NO_ROOM -> CompletableFuture.completedStage(new NoPass(NoPass.Reason.REVOKED));
        });
    }

    private CompletionStage<PurchaseAnswer> admit(
            RoomSale sale, UserId buyer, long number, Supplier<CompletionStage<PurchaseAnswer>> admission) {
        return admission.get().whenComplete((answer, _) -> end(sale, buyer, number, isFinal(answer)));
    }

    /** No answer waits for it: a use whose end is lost ends by itself. */
    private void end(RoomSale sale, UserId buyer, long number, boolean usedUp) {
        var _ = rooms.endUse(sale, buyer, number, usedUp);
    }

    private static boolean isFinal(@Nullable PurchaseAnswer answer) {
        return answer != null
                && !(answer instanceof PurchaseAnswer.Answered(Admission admission)
                        && (admission instanceof Admission.QueueFull
                                || admission instanceof Admission.Paused
                                || admission instanceof Admission.NotStarted));
    }
}
