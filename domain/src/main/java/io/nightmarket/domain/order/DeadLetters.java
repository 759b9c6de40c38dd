package io.nightmarket.domain.order;

import io.nightmarket.domain.flashsale.Shard;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The entries that were set aside ({@link OrderQueue#setAside}), until somebody replays or purges them. */
public interface DeadLetters {
    /** The letters of a shard after this one, the oldest first, up to so many. */
    CompletionStage<List<DeadLetter>> list(Shard shard, EntryId after, int max);

    /**
     * Admits the buyer of a letter anew, with a fresh order, whatever the sale's window and state, and purges the letter.
     * The old order stays refused. One atomic step. Fails with {@code Unavailable} while the shard is fenced.
     */
    CompletionStage<Replay> replay(Shard shard, EntryId letter, OrderId fresh);

    /** Takes a letter away for good; false when there is none. */
    CompletionStage<Boolean> purge(Shard shard, EntryId letter);

    /** What came of a replay; all but {@code REPLAYED} leave the letter where it is. */
    enum Replay {
        REPLAYED,
        NO_SUCH_LETTER,
        /** The letter bears no order that can be read. */
        UNREADABLE,
        /** The queue does not know the sale. */
        NO_SUCH_SALE,
        SOLD_OUT,
        /** The buyer takes part in the sale by this or by another order. */
        HAS_ORDER
    }
}
