package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.AuditReport.Finding;
import io.nightmarket.domain.sale.operation.AuditReport.Repair;
import io.nightmarket.domain.sale.operation.SaleSample.OpenSale;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks the invariants of sales while they run, at a cost per iteration that does not grow with the number of buyers.
 *
 * <ul>
 *   <li>Each iteration compares the units of each sale in the queue, available or reserved, with those issued. A discrepancy
 *       that two samples show alike is confirmed and closes the shard, once, so that its writer recovers it.
 *   <li>Each iteration has the queue compare the state and the window of each sale, which other software may have changed.
 *   <li>Each iteration walks over some of the reservations ({@link ReservationWalk}).
 *   <li>At the end of a walk over a sale its claims are counted: stock and claims are what was issued.
 * </ul>
 *
 * <p>Iterations follow one another. Their samples are remembered until {@link #reset}.
 */
public final class AuditSales {
    private static final int SALES_PER_ITERATION = 500;

    private final FlashSaleRepository sales;
    private final OrderLedger ledger;
    private final QueuePorts queue;
    private final AlignTerms terms;
    private final ReservationWalk reservations;
    private final Duration retention;
    private final Map<VoucherId, SaleSample> samples = new HashMap<>();
    private int next;

    /** @param retention how long after its end the queue holds a sale */
    public AuditSales(
            FlashSaleRepository sales,
            OrderRepository orders,
            OrderLedger ledger,
            QueuePorts queue,
            Clock clock,
            Duration retention) {
        this.sales = sales;
        this.ledger = ledger;
        this.queue = queue;
        this.terms = new AlignTerms(sales, queue);
        this.reservations = new ReservationWalk(new CheckReservations(queue, orders, ledger), clock, this::countClaims);
        this.retention = retention;
    }

    /** Audits each sale by itself: one that can't be audited holds up no other. */
    public CompletionStage<AuditReport> iterate() {
        Map<VoucherId, OpenSale> open = new HashMap<>();
        List<Finding> findings = new ArrayList<>();
        return sales.shards()
                .thenCompose(shards -> OneByOne.tryAll(List.copyOf(shards), shard -> find(shard, open)))
                .thenCompose(failure -> OneByOne.tryAll(next(open), place -> sample(place, findings))
                        .thenCompose(later -> reservations
                                .walk(open.values().stream()
                                        .collect(Collectors.toMap(OpenSale::voucher, OpenSale::epoch)))
                                .handle((repair, last) -> AuditReport.of(
                                        samples,
                                        findings,
                                        last == null ? repair : new Repair(0, 0),
                                        failure.or(() -> later).or(() -> Optional.ofNullable(last))))));
    }

    /** Forgets all samples: another node audits. */
    public void reset() {
        samples.clear();
        reservations.reset();
    }

    /** Sales that left the queue are forgotten. */
    private CompletionStage<Void> find(Shard shard, Map<VoucherId, OpenSale> open) {
        return ledger.epoch(shard)
                .thenCompose(epoch -> queue.epochs()
                        .isOpen(epoch)
                        .thenCompose(isOpen -> sales.balances(shard, retention).thenAccept(balances -> {
                            Map<VoucherId, OpenSale> places = balances.stream()
                                    .map(balance -> new OpenSale(epoch, balance))
                                    .collect(Collectors.toMap(OpenSale::voucher, place -> place));
                            samples.values()
                                    .removeIf(one -> one.place().epoch().shard().equals(shard)
                                            && !places.containsKey(one.place().voucher()));
                            if (isOpen) {
                                open.putAll(places);
                            } else {
                                places.forEach((voucher, place) ->
                                        samples.computeIfPresent(voucher, (_, sample) -> sample.whileRecovered(place)));
                            }
                        })));
    }

    /** All open sales, or the next of more than {@value #SALES_PER_ITERATION}. */
    private List<OpenSale> next(Map<VoucherId, OpenSale> open) {
        List<OpenSale> all = new ArrayList<>(open.values());
        all.sort(Comparator.comparingLong(sale -> sale.voucher().value()));
        if (all.size() <= SALES_PER_ITERATION) {
            return all;
        }
        Collections.rotate(all, -(next % all.size()));
        next = (next + SALES_PER_ITERATION) % all.size();
        return all.subList(0, SALES_PER_ITERATION);
    }

    /** A sale that the queue does not know is loaded when it is asked for. */
    private CompletionStage<Void> sample(OpenSale place, List<Finding> findings) {
        return queue.audit().count(place.epoch().shard(), place.voucher()).thenCompose(counted -> {
            if (counted.isEmpty()) {
                samples.computeIfPresent(place.voucher(), (_, sample) -> sample.whileRecovered(place));
                return CompletableFuture.completedStage(null);
            }
            return terms.align(place.balance().sale())
                    .thenCompose(_ -> sample(place, counted.get()))
                    .thenCompose(sampled -> judge(place, counted.get(), sampled, findings));
        });
    }

    /** The balance was read before the count: units that came back in between look like units that are sold and free. */
    private CompletionStage<SaleDiscrepancy> sample(OpenSale place, QueueCount counted) {
        SaleBalance balance = place.balance();
        SaleDiscrepancy sampled = SaleDiscrepancy.between(counted, balance);
        return counted.units() != balance.sale().issued() || balance.soldAndFree(counted) == 0
                ? CompletableFuture.completedStage(sampled)
                : sales.balances(place.epoch().shard(), retention)
                        .thenApply(later -> later.stream()
                                        .filter(one -> one.sale().voucher().equals(place.voucher()))
                                        .anyMatch(balance::stoodUntil)
                                ? sampled
                                : SaleDiscrepancy.NONE);
    }

    private CompletionStage<Void> judge(
            OpenSale place, QueueCount counted, SaleDiscrepancy sampled, List<Finding> findings) {
        @Nullable SaleSample before = samples.get(place.voucher());
        boolean isConfirmed = before != null && before.showed(sampled, place);
        SaleDiscrepancy confirmed = isConfirmed ? sampled : SaleDiscrepancy.NONE;
        boolean isWell = isConfirmed && sampled.inQueue() == 0;
        SaleDiscrepancy closedFor = before == null || isWell ? SaleDiscrepancy.NONE : before.closedFor();
        SaleTally tally = before == null ? SaleTally.NONE : before.tally();
        boolean closes = confirmed.inQueue() > 0 && !confirmed.equals(closedFor);
        samples.put(
                place.voucher(),
                new SaleSample(
                        place,
                        sampled,
                        confirmed,
                        closes ? confirmed : closedFor,
                        tally,
                        counted.waiting(),
                        place.balance().unsettled(counted)));
        if (confirmed.inQueue() > 0 || tally.surplus() != 0) {
            findings.add(new Finding(place.voucher(), confirmed.withDatabase(tally.surplus()), closes));
        }
        return closes ? queue.epochs().close(place.epoch()) : CompletableFuture.completedStage(null);
    }

    /** Stock and claims of a sale, counted at the end of a walk over its reservations. */
    private CompletionStage<Void> countClaims(VoucherId voucher) {
        return sales.tally(voucher)
                .thenAccept(tally -> samples.computeIfPresent(voucher, (_, sample) -> sample.with(tally)));
    }
}
