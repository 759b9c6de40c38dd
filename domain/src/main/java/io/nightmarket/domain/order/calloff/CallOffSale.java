package io.nightmarket.domain.order.calloff;

import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.queue.QueueAudit;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.shop.VoucherId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Calls sales off: admission stops, then all that is unpaid is cancelled and all that is paid refunded, at a bounded rate, whatever is
 * settled or paid meanwhile. Each step may be repeated: two nodes may do it at once.
 */
public final class CallOffSale {
    private static final int MAX_SALES = 100;

    private final CallOffs callOffs;
    private final FlashSaleRepository sales;
    private final QueuedSales queue;
    private final QueueAudit audit;
    private final OrderChanges changes;
    private final boolean refunds;
    private final int rate;

    /**
     * @param refunds whether there is a gateway, which returns money
     * @param rate how many orders of a sale an iteration ends at most
     */
    public CallOffSale(
            CallOffs callOffs,
            FlashSaleRepository sales,
            QueuedSales queue,
            QueueAudit audit,
            OrderChanges changes,
            boolean refunds,
            int rate) {
        this.callOffs = callOffs;
        this.sales = sales;
        this.queue = queue;
        this.audit = audit;
        this.changes = changes;
        this.refunds = refunds;
        this.rate = rate;
    }

    /**
     * Calls a sale off for good; false when there is no such sale. Changes the database, then the queue. Fails as the queue does
     * when that can't be changed now; {@link #iterate} changes it, and does all that follows.
     */
    public CompletionStage<Boolean> callOff(VoucherId voucher, StaffAction action) {
        return callOffs.begin(voucher, action)
                .thenCompose(known ->
                        known ? stopAdmission(voucher).thenApply(_ -> true) : CompletableFuture.completedStage(false));
    }

    /** One iteration of the job over all sales whose call-off is not done; one that fails holds up no other. */
    public CompletionStage<Void> iterate() {
        return callOffs.unfinished(MAX_SALES)
                .thenCompose(some -> OneByOne.tryAll(some, this::carryOn))
                .thenCompose(OneByOne::failIfAny);
    }

    private CompletionStage<?> carryOn(VoucherId voucher) {
        return stopAdmission(voucher)
                .thenCompose(sale -> clear(voucher, rate)
                        .thenCompose(cleared -> cleared
                                ? reservations(sale).thenCompose(count -> callOffs.finish(voucher, count))
                                : CompletableFuture.completedStage(false)));
    }

    /** A queue that does not have the sale is given its state when it loads it. */
    private CompletionStage<Optional<FlashSale>> stopAdmission(VoucherId voucher) {
        return sales.find(voucher)
                .thenCompose(sale -> sale.isEmpty()
                        ? CompletableFuture.completedStage(sale)
                        : queue.change(sale.get())
                                .thenCompose(known -> known
                                        ? sales.confirm(voucher, sale.get().version())
                                        : CompletableFuture.<Void>completedStage(null))
                                .thenApply(_ -> sale));
    }

    /** Whether this pass ended. The sale maintenance releases the units, which are not on sale. */
    private CompletionStage<Boolean> clear(VoucherId voucher, int max) {
        return callOffs.clear(voucher, max, refunds)
                .thenCompose(cleared -> changes.changed(cleared.orders()).thenCompose(_ -> {
                    int left = max - cleared.orders().size();
                    return cleared.mayBeMore() && left > 0
                            ? clear(voucher, left)
                            : CompletableFuture.completedStage(!cleared.mayBeMore());
                }));
    }

    private CompletionStage<Long> reservations(Optional<FlashSale> sale) {
        return sale.map(one -> audit.count(one.shard(), one.voucher())
                        .thenApply(count -> count.map(QueueCount::buyers).orElse(0L)))
                .orElseGet(() -> CompletableFuture.completedStage(0L));
    }
}
