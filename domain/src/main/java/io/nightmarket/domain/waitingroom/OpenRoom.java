package io.nightmarket.domain.waitingroom;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.concurrent.SingleFlight;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.voucher.VoucherId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Opens a room that is asked for and is not there. */
final class OpenRoom {
    private static final int PAGE = 1_000;

    /** No merchant revokes more by hand. */
    private static final int MAX_REVOKED = 10_000;

    private final WaitingRooms rooms;
    private final RoomRecords records;
    /** Users who ask at once share an opening: it reads all who are revoked. */
    private final SingleFlight<RoomSale, Void> openings = new SingleFlight<>();

    OpenRoom(WaitingRooms rooms, RoomRecords records) {
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
        return revoked(sale.voucher(), new ArrayList<>())
                .thenCompose(revoked -> rooms.open(sale, RoomRate.FIRST, revoked));
    }

    private CompletionStage<List<UserId>> revoked(VoucherId sale, List<UserId> read) {
        long after = read.isEmpty() ? 0 : read.getLast().value();
        return records.revoked(sale, after, PAGE).thenCompose(page -> {
            read.addAll(page);
            return page.size() < PAGE || read.size() >= MAX_REVOKED
                    ? CompletableFuture.completedStage(read)
                    : revoked(sale, read);
        });
    }
}
