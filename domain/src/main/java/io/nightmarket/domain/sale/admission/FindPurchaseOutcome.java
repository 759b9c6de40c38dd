package io.nightmarket.domain.sale.admission;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.shop.VoucherId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A buyer asks what became of the purchase request in a sale, for instance when its answer was lost. */
public final class FindPurchaseOutcome {
    private final SaleDirectory directory;
    private final Epochs epochs;
    private final OrderQueue queue;
    private final OrderRepository orders;
    private final OrderLedger ledger;

    public FindPurchaseOutcome(
            SaleDirectory directory, Epochs epochs, OrderQueue queue, OrderRepository orders, OrderLedger ledger) {
        this.directory = directory;
        this.epochs = epochs;
        this.queue = queue;
        this.orders = orders;
        this.ledger = ledger;
    }

    /** What is known of a buyer in a sale. */
    public sealed interface Outcome {
        record NoSuchSale() implements Outcome {}

        /** No purchase request of this buyer was accepted, or its order was given up since. */
        record Nothing() implements Outcome {}

        record Found(OrderProgress progress) implements Outcome {}
    }

    /**
     * The queue is asked first, because an order leaves it only after the database holds it. While it can't answer the
     * database can say yes, but not no, for a newer order may wait: then fails as the queue did.
     */
    public CompletionStage<Outcome> find(UserId buyer, VoucherId voucher) {
        return directory
                .find(voucher)
                .thenCompose(terms -> terms.isEmpty()
                        ? CompletableFuture.completedStage(new Outcome.NoSuchSale())
                        : find(terms.get().shard(), buyer, voucher));
    }

    /**
     * Finds the outcome of one order that the buyer names. An order that neither queue nor database know as this
     * buyer's was lost with the queue; that is written down, and is the answer from then on. So nothing is learned
     * about orders of others.
     */
    public CompletionStage<Outcome> find(UserId buyer, VoucherId voucher, OrderId named) {
        Purchase purchase = new Purchase(named, voucher, buyer);
        return directory
                .find(voucher)
                .thenCompose(terms -> terms.isEmpty()
                        ? CompletableFuture.completedStage(new Outcome.NoSuchSale())
                        : find(terms.get().shard(), purchase));
    }

    private CompletionStage<Outcome> find(Shard shard, UserId buyer, VoucherId voucher) {
        return Stages.then(
                epochs.call(shard, epoch -> queue.findOrder(epoch, voucher, buyer)),
                queued -> queued.map(order -> inDatabase(order, buyer)).orElseGet(() -> inDatabase(voucher, buyer)),
                failure -> inDatabase(voucher, buyer)
                        .thenCompose(outcome -> outcome instanceof Outcome.Found(OrderProgress.Settled _)
                                ? CompletableFuture.completedStage(outcome)
                                : CompletableFuture.failedStage(failure)));
    }

    /**
     * No writer can settle what neither knows: while the queue is of the epoch that counts, orders of that epoch wait in it
     * until they are in the database, and before it began those of earlier ones were settled or lost.
     */
    private CompletionStage<Outcome> find(Shard shard, Purchase named) {
        return epochs.call(shard, epoch -> find(epoch, named))
                .exceptionallyCompose(failure -> inDatabase(named)
                        .thenCompose(known -> known.<CompletionStage<Outcome>>map(CompletableFuture::completedStage)
                                .orElseGet(() -> CompletableFuture.failedStage(failure))));
    }

    private CompletionStage<Outcome> find(Epoch epoch, Purchase named) {
        return queue.findOrder(epoch, named.voucher(), named.buyer())
                .thenCompose(queued -> inDatabase(named).thenCompose(known -> {
                    if (known.isPresent()) {
                        return CompletableFuture.completedStage(known.get());
                    }
                    return queued.filter(named.order()::equals).isPresent()
                            ? CompletableFuture.completedStage(
                                    new Outcome.Found(new OrderProgress.Queued(named.order(), named.buyer())))
                            : lost(epoch, named);
                }));
    }

    /** The order of another buyer is answered as one that is nowhere, so that asking tells of no order but one's own. */
    private CompletionStage<Optional<Outcome>> inDatabase(Purchase named) {
        return orders.find(named.order())
                .thenApply(found -> found.filter(progress -> progress.user().equals(named.buyer()))
                        .map(Outcome.Found::new));
    }

    private CompletionStage<Outcome> lost(Epoch epoch, Purchase named) {
        return ledger.recordLost(epoch, named)
                .thenApply(_ -> new Outcome.Found(
                        new OrderProgress.Rejected(named.order(), named.buyer(), RejectionReason.LOST)));
    }

    private CompletionStage<Outcome> inDatabase(OrderId order, UserId buyer) {
        return orders.find(order)
                .thenApply(found -> new Outcome.Found(
                        found.filter(progress -> progress.user().equals(buyer))
                                .orElseGet(() -> new OrderProgress.Queued(order, buyer))));
    }

    private CompletionStage<Outcome> inDatabase(VoucherId voucher, UserId buyer) {
        return orders.find(voucher, buyer)
                .thenApply(found -> found.<Outcome>map(Outcome.Found::new).orElseGet(Outcome.Nothing::new));
    }
}
