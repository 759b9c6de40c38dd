package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.Epoch;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.SettleOrders;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Makes a queue that lost its data, or may have, agree with the books, and lets buyers in again. The shard's writer does
 * it, for it alone can tell that nothing is on its way between the two.
 */
public final class ReopenShard {
    private final OrderQueue queue;
    private final OrderRepository orders;
    private final FlashSaleRepository sales;
    private final Clock clock;
    private final Duration kept;

    /** @param kept so long after its end the queue holds a sale */
    public ReopenShard(
            OrderQueue queue, OrderRepository orders, FlashSaleRepository sales, Clock clock, Duration kept) {
        this.queue = queue;
        this.orders = orders;
        this.sales = sales;
        this.clock = clock;
        this.kept = kept;
    }

    /**
     * Does nothing when the queue is of the epoch that the books say. Else a new epoch begins, in which nobody is admitted
     * at first: what the stream still holds is settled, each sale that the queue does not hold as the books do is put into
     * it anew, and buyers are let in. True when this was done. A failure leaves the shard fenced; repeating is harmless.
     */
    public CompletionStage<Boolean> keepOpen(SettleOrders.Run writer) {
        return orders.epoch(writer.shard())
                .thenCompose(queue::isOpen)
                .thenCompose(open -> open
                        ? CompletableFuture.completedStage(false)
                        : writer.nextEpoch()
                                .thenCompose(epoch -> reopen(writer, epoch))
                                .thenApply(_ -> true));
    }

    private CompletionStage<Void> reopen(SettleOrders.Run writer, Epoch epoch) {
        return queue.fence(epoch)
                .thenCompose(last -> writer.drain().thenCompose(_ -> restoreAll(writer, epoch, last)))
                .thenCompose(_ -> queue.unfence(epoch, writer.lastSettled()));
    }

    private CompletionStage<Void> restoreAll(SettleOrders.Run writer, Epoch epoch, EntryId last) {
        boolean older = last.compareTo(writer.lastSettled()) < 0;
        return sales.unfinished(epoch.shard(), clock.instant().minus(kept)).thenCompose(vouchers -> {
            CompletionStage<Void> all = CompletableFuture.completedStage(null);
            for (VoucherId voucher : vouchers) {
                all = all.thenCompose(_ -> restore(epoch, voucher, older));
            }
            return all;
        });
    }

    /**
     * A queue that has every entry the books hold has their buyers, too: when it has as many as there are claims, it has
     * these. Books that can't count in time are loaded, which is done by slices.
     *
     * @param older whether the queue lacks entries that the books hold
     */
    private CompletionStage<Void> restore(Epoch epoch, VoucherId voucher, boolean older) {
        return sales.count(voucher)
                .handle((books, failure) -> failure == null
                        ? books.map(counted -> restore(epoch, older, counted))
                                .orElseGet(() -> CompletableFuture.completedStage(null))
                        : replace(epoch, voucher))
                .thenCompose(Function.identity());
    }

    private CompletionStage<Void> restore(Epoch epoch, boolean older, SaleCount books) {
        FlashSale sale = books.sale();
        return queue.count(epoch.shard(), sale.voucher()).thenCompose(counted -> {
            if (counted.isEmpty() && isOver(sale)) {
                return CompletableFuture.completedStage(null);
            }
            boolean intact = !older && counted.filter(books::agreesWith).isPresent();
            return intact ? queue.adjust(sale).thenApply(_ -> null) : replace(epoch, sale.voucher());
        });
    }

    /** Who asks for it has it loaded. */
    private boolean isOver(FlashSale sale) {
        return !clock.instant().isBefore(sale.window().end());
    }

    private CompletionStage<Void> replace(Epoch epoch, VoucherId voucher) {
        return sales.load(voucher)
                .thenCompose(found -> found.map(snapshot -> queue.rebuild(epoch, snapshot)
                                .thenCompose(_ -> sales.find(voucher))
                                .thenCompose(this::takeOverChange))
                        .orElseGet(() -> CompletableFuture.completedStage(null)));
    }

    /** A change of state since the loading was told to what is replaced by now. */
    private CompletionStage<Void> takeOverChange(Optional<FlashSale> sale) {
        return sale.map(queue::adjust)
                .orElseGet(() -> CompletableFuture.completedStage(true))
                .thenApply(_ -> null);
    }
}
