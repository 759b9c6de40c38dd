package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What the database knows of waiting rooms. */
public interface RoomRecords {
    /** Sales with a room that are on now; by id, {@code max} at most. */
    CompletionStage<List<RoomSale>> running(int max);

    /** Revokes the user's ticket of a sale; repeating it is harmless. */
    CompletionStage<Void> revoke(VoucherId sale, UserId user);

    /** Whether the user has an order of this sale since a time by the clock of the queue, whatever became of the order. */
    CompletionStage<Boolean> hasBought(VoucherId sale, UserId user, Instant since);

    /** Users whose ticket of a sale is revoked, with ids above {@code after}; by id, {@code max} at most. */
    CompletionStage<List<UserId>> revoked(VoucherId sale, long after, int max);
}
