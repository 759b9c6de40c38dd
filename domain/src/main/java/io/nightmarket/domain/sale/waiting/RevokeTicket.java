package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operator ends a user's ticket or turn of a sale for good. An order that the user has stays. */
public final class RevokeTicket {
    private final SaleDirectory directory;
    private final WaitingRooms rooms;
    private final RoomRecords records;

    public RevokeTicket(SaleDirectory directory, WaitingRooms rooms, RoomRecords records) {
        this.directory = directory;
        this.rooms = rooms;
        this.records = records;
    }

    public enum Outcome {
        REVOKED,
        NO_SUCH_SALE,
        NO_WAITING_ROOM
    }

    /** Repeating it is harmless. The database is first: a room that is opened again reads it. */
    public CompletionStage<Outcome> revoke(VoucherId sale, UserId user) {
        return directory.find(sale).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedStage(Outcome.NO_SUCH_SALE);
            }
            if (!found.get().options().waitingRoom()) {
                return CompletableFuture.completedStage(Outcome.NO_WAITING_ROOM);
            }
            return records.revoke(sale, user)
                    .thenCompose(_ -> rooms.revoke(RoomSale.of(sale, found.get()), List.of(user)))
                    .thenApply(_ -> Outcome.REVOKED);
        });
    }
}
