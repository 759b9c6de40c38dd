package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.sale.waiting.Waitlist.Entry;
import io.nightmarket.domain.sale.waiting.Waitlist.WaitingSale;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Offers free units to the next of the waitlists: an offer is an unpaid order, admitted by the queue under the id that was chosen
 * when the buyer joined. So it may be repeated, and an entry stays until the database has its order.
 */
public final class OfferUnits {
    private static final int MAX_BATCH = 100;
    private static final int MAX_SALES = 100;

    private final Waitlist waitlist;
    private final OrderQueue queue;
    private final QueuedSales queuedSales;
    private final Epochs epochs;
    private final PrepareSales preparation;

    public OfferUnits(
            Waitlist waitlist, OrderQueue queue, QueuedSales queuedSales, Epochs epochs, PrepareSales preparation) {
        this.waitlist = waitlist;
        this.queue = queue;
        this.queuedSales = queuedSales;
        this.epochs = epochs;
        this.preparation = preparation;
    }

    /** One iteration over all sales; one that fails holds up no other. */
    public CompletionStage<Void> offer() {
        return offer(0);
    }

    private CompletionStage<Void> offer(long after) {
        return waitlist.sales(after, MAX_SALES)
                .thenCompose(sales -> OneByOne.tryAll(sales, this::offer)
                        .thenCompose(failure -> sales.size() < MAX_SALES
                                ? OneByOne.failIfAny(failure)
                                : offer(sales.getLast().voucher().value())
                                        .thenCompose(_ -> OneByOne.failIfAny(failure))));
    }

    /** The sale was read before its entries: those that are not among them have higher numbers. */
    private CompletionStage<Void> offer(WaitingSale sale) {
        return sale.over()
                ? hold(sale, false).thenCompose(_ -> waitlist.close(sale.voucher()))
                : waitlist.next(sale.voucher(), 0, MAX_BATCH)
                        .thenCompose(entries -> hold(sale, !entries.isEmpty())
                                .thenCompose(known -> known
                                        ? offer(sale, entries)
                                        : preparation.prepare(sale.voucher()).thenAccept(_ -> {})));
    }

    /** A hold is set by the number of a buyer, and never by a time, which the database's clock may come to be behind. */
    private CompletionStage<Boolean> hold(WaitingSale sale, boolean waiting) {
        long number = waiting ? sale.last() : sale.number();
        return epochs.call(sale.shard(), epoch -> queuedSales.holdForWaitlist(epoch, sale.voucher(), number, waiting));
    }

    /** Goes on until no unit is free. */
    private CompletionStage<Void> offer(WaitingSale sale, List<Entry> entries) {
        List<Entry> open = entries.stream().filter(entry -> !entry.decided()).toList();
        List<Entry> decided = entries.stream().filter(Entry::decided).toList();
        return remove(sale, decided)
                .thenCompose(_ -> admit(sale, open))
                .thenCompose(admissions -> remove(sale, boughtElsewhere(open, admissions))
                        .thenCompose(_ -> entries.size() < MAX_BATCH
                                        || !admissions.stream().allMatch(OfferUnits::isDone)
                                ? CompletableFuture.completedStage(null)
                                : waitlist.next(
                                                sale.voucher(),
                                                entries.getLast().number(),
                                                MAX_BATCH)
                                        .thenCompose(next -> offer(sale, next))));
    }

    private CompletionStage<List<Admission>> admit(WaitingSale sale, List<Entry> open) {
        return open.isEmpty()
                ? CompletableFuture.completedStage(List.of())
                : epochs.call(
                        sale.shard(),
                        epoch -> queue.admitNext(
                                epoch,
                                sale.voucher(),
                                open.stream().map(Entry::purchase).toList()));
    }

    private CompletionStage<Void> remove(WaitingSale sale, List<Entry> entries) {
        return entries.isEmpty() ? CompletableFuture.completedStage(null) : waitlist.remove(sale.voucher(), entries);
    }

    private static List<Entry> boughtElsewhere(List<Entry> open, List<Admission> admissions) {
        return IntStream.range(0, open.size())
                .filter(i -> admissions.get(i) instanceof Admission.AlreadyBought)
                .mapToObj(open::get)
                .toList();
    }

    private static boolean isDone(Admission admission) {
        return admission instanceof Admission.Accepted || admission instanceof Admission.AlreadyBought;
    }
}
