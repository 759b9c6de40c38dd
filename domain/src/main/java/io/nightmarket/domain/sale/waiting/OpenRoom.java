package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.Unavailable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Opens a room that is asked for and is not there. One for a node; safe for use by several threads. */
public final class OpenRoom {
    private static final int PAGE = 1_000;

    private final WaitingRooms rooms;
    private final RoomRecords records;
    /** Users who ask at once share an opening: it reads all whose ticket is revoked. */
    private final SingleFlight<RoomSale, Void> openings = new SingleFlight<>();

    public OpenRoom(WaitingRooms rooms, RoomRecords records) {
        this.rooms = rooms;
        this.records = records;
    }

    /** Asks; at the answer {@code none} opens the room and asks once more. Fails with {@code Unavailable} when it is lost again. */
    <T> CompletionStage<T> within(RoomSale sale, T none, Supplier<CompletionStage<T>> asking) {
        return asking.get()
                .thenCompose(answer -> none.equals(answer)
                        ? openings.run(sale, this::open)
                                .thenCompose(_ -> asking.get())
                                .thenCompose(again -> none.equals(again)
                                        ? CompletableFuture.failedStage(new Unavailable("the waiting room is lost"))
                                        : CompletableFuture.completedStage(again))
                        : CompletableFuture.completedStage(answer));
    }

    private CompletionStage<Void> open(RoomSale sale) {
        return revoke(sale, 0, 0).thenCompose(revoked -> rooms.open(sale, RoomRate.FIRST, revoked));
    }

    /**
     * Revokes the tickets of users with ids above {@code after}.
     *
     * @return how many are revoked then
     */
    private CompletionStage<Long> revoke(RoomSale sale, long after, long revoked) {
        return records.revoked(sale.voucher(), after, PAGE)
                .thenCompose(page -> page.isEmpty()
                        ? CompletableFuture.completedStage(revoked)
                        : rooms.revoke(sale, page)
                                .thenCompose(_ -> revoke(sale, page.getLast().value(), revoked + page.size())));
    }
}
