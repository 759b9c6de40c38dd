package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleSnapshot;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * One attempt to put a sale into the queue: its reservations come first, in as many calls as it takes, and no buyer sees
 * anything of them before {@link #open}. What an attempt that is given up has written is removed by itself.
 */
public interface SaleOpening {
    /** Adds reservations; a later order of a buyer replaces an earlier one. */
    CompletionStage<Void> reserve(List<Purchase> reservations);

    /**
     * Makes the sale with the reservations that were added. A sale that is there already keeps
     * its units and buyers, which the queue knows better than the database, and takes over state and window. One atomic
     * step. Fails with {@code Unavailable} while the shard is closed, or of another epoch.
     */
    CompletionStage<Void> open(Epoch epoch, SaleSnapshot snapshot);
}
