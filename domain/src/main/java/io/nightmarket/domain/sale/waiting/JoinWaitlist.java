package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.sale.waiting.Waitlist.WaitlistPlace;
import io.nightmarket.domain.shop.VoucherId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A shopper joins the waitlist of a sold-out sale, looks at it, and leaves it. */
public final class JoinWaitlist {
    private static final int MAX_WAITING = 10_000;

    private final SaleDirectory directory;
    private final Waitlist waitlist;
    private final OrderQueue queue;
    private final QueuedSales queuedSales;
    private final Epochs epochs;
    private final PrepareSales preparation;
    private final IdGenerator ids;

    public JoinWaitlist(
            SaleDirectory directory,
            Waitlist waitlist,
            OrderQueue queue,
            QueuedSales queuedSales,
            Epochs epochs,
            PrepareSales preparation,
            IdGenerator ids) {
        this.directory = directory;
        this.waitlist = waitlist;
        this.queue = queue;
        this.queuedSales = queuedSales;
        this.epochs = epochs;
        this.preparation = preparation;
        this.ids = ids;
    }

    /** How the shopper stands. */
    public sealed interface Outcome {
        /**
         * The shopper waits.
         *
         * @param position 1 for the next; {@link Waitlist#MAX_POSITION} for this place and all behind it
         */
        record Waiting(long position) implements Outcome {}

        /** The shopper has an order of the sale, by an offer or a purchase. */
        record HasOrder(OrderId order) implements Outcome {}

        record NotWaiting() implements Outcome {}
    }

    /** Why nothing was done. */
    public enum Refusal implements Outcome {
        NO_SUCH_SALE,
        NO_WAITLIST,
        SALE_ENDED,
        /** Units can be bought. */
        NOT_SOLD_OUT,
        FULL
    }

    /**
     * Joins at the end; a shopper who waits keeps the place. From then on units of the sale are held for the waitlist: at once, or
     * with the next iteration of {@link OfferUnits}.
     */
    public CompletionStage<Outcome> join(UserId buyer, VoucherId voucher) {
        return ofSale(
                voucher,
                terms -> waitlist.find(voucher, buyer)
                        .thenCompose(found -> found instanceof WaitlistPlace.NotInLine
                                ? joinUnlessBuying(terms.shard(), buyer, voucher)
                                : CompletableFuture.completedStage(outcome(found))));
    }

    /** Where the shopper stands. */
    public CompletionStage<Outcome> find(UserId buyer, VoucherId voucher) {
        return ofSale(
                voucher,
                terms -> waitlist.find(voucher, buyer)
                        .thenCompose(found ->
                                found instanceof WaitlistPlace.NotInLine || found instanceof WaitlistPlace.Over
                                        ? order(terms.shard(), buyer, voucher)
                                                .thenApply(order -> order.<Outcome>map(Outcome.HasOrder::new)
                                                        .orElseGet(Outcome.NotWaiting::new))
                                        : CompletableFuture.completedStage(outcome(found))));
    }

    /** Gives up the place; an offer that is under way arrives all the same. */
    public CompletionStage<Outcome> leave(UserId buyer, VoucherId voucher) {
        return ofSale(voucher, _ -> waitlist.leave(voucher, buyer).thenApply(_ -> new Outcome.NotWaiting()));
    }

    private CompletionStage<Outcome> ofSale(VoucherId voucher, Function<SaleTerms, CompletionStage<Outcome>> work) {
        return directory
                .find(voucher)
                .thenCompose(terms ->
                        terms.map(work).orElseGet(() -> CompletableFuture.completedStage(Refusal.NO_SUCH_SALE)));
    }

    private CompletionStage<Optional<OrderId>> order(Shard shard, UserId buyer, VoucherId voucher) {
        return epochs.call(shard, epoch -> queue.findOrder(epoch, voucher, buyer));
    }

    private CompletionStage<Outcome> joinUnlessBuying(Shard shard, UserId buyer, VoucherId voucher) {
        return isSoldOut(shard, voucher)
                .thenCompose(soldOut -> order(shard, buyer, voucher).thenCompose(order -> {
                    if (order.isPresent()) {
                        return CompletableFuture.completedStage(new Outcome.HasOrder(order.get()));
                    }
                    return soldOut
                            ? enter(shard, buyer, voucher)
                            : CompletableFuture.completedStage(Refusal.NOT_SOLD_OUT);
                }));
    }

    /** A sale that the queue lacks is loaded. */
    private CompletionStage<Boolean> isSoldOut(Shard shard, VoucherId voucher) {
        return preparation
                .withSale(voucher, () -> askQueue(shard, voucher), Optional::isEmpty, (answer, _) -> answer)
                .thenApply(answer -> answer.orElseThrow(() -> new Unavailable("the queue has no such sale")));
    }

    private CompletionStage<Optional<Boolean>> askQueue(Shard shard, VoucherId voucher) {
        return epochs.call(shard, epoch -> queuedSales.isSoldOut(epoch, voucher));
    }

    private CompletionStage<Outcome> enter(Shard shard, UserId buyer, VoucherId voucher) {
        return ids.next()
                .thenCompose(id -> waitlist.join(new Purchase(new OrderId(id), voucher, buyer), MAX_WAITING))
                .thenCompose(found -> found instanceof WaitlistPlace.InLine(long number, long _)
                        ? hold(shard, voucher, number).thenApply(_ -> outcome(found))
                        : CompletableFuture.completedStage(outcome(found)));
    }

    /** What fails here is done by the job. */
    private CompletionStage<Boolean> hold(Shard shard, VoucherId voucher, long number) {
        return epochs.call(shard, epoch -> queuedSales.holdForWaitlist(epoch, voucher, number, true))
                .exceptionallyCompose(DomainFailure.fallBackOn(false));
    }

    private static Outcome outcome(WaitlistPlace found) {
        return switch (found) {
            case WaitlistPlace.InLine(long _, long position) -> new Outcome.Waiting(position);
            case WaitlistPlace.NotInLine _ -> new Outcome.NotWaiting();
            case WaitlistPlace.Over _ -> Refusal.SALE_ENDED;
            case WaitlistPlace.Full _ -> Refusal.FULL;
            case WaitlistPlace.NoWaitlist _ -> Refusal.NO_WAITLIST;
        };
    }
}
