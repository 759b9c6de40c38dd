package io.nightmarket.domain.order.lifecycle;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.lifecycle.OrderTransitions.Expiry;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Batches of orders that are due, with a queue that answers late or fails. */
final class ExpireOrdersTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final VoucherId SALE = new VoucherId(3);

    private final ArrayDeque<Expiry> batches = new ArrayDeque<>();
    private final List<OrderId> heard = new ArrayList<>();
    private final List<Purchase> asked = new ArrayList<>();
    private final List<Purchase> pending = new ArrayList<>();
    private final CompletableFuture<Void> queueAnswers = new CompletableFuture<>();
    private final ExpireOrders expire = new ExpireOrders(
            Changed.calls(OrderTransitions.class, (_, _, _) -> CompletableFuture.completedStage(batches.remove())),
            Changed.calls(OrderChanges.class, (_, _, arguments) -> {
                ((List<?>) arguments[0]).forEach(order -> heard.add(((Order) order).id()));
                return new CompletableFuture<>();
            }),
            releases());

    private ReleaseUnits releases() {
        ManualClock clock = new ManualClock(NOON);
        InMemoryLedger ledger = new InMemoryLedger(_ -> true, clock);
        WholeQueue queue = Changed.calls(WholeQueue.class, (_, _, arguments) -> {
            asked.add((Purchase) arguments[1]);
            return queueAnswers.thenApply(_ -> OrderQueue.Release.RELEASED);
        });
        Epochs epochs = new Epochs(ledger::epoch, new ManualTimers());
        return new ReleaseUnits(
                pendingReleases(),
                queue,
                epochs,
                new PrepareSales(
                        ledger,
                        queue,
                        epochs,
                        new SaleDirectory(ledger, new ManualTimers()),
                        clock,
                        Duration.ofHours(1)));
    }

    private PendingReleases pendingReleases() {
        return Changed.calls(PendingReleases.class, (_, method, arguments) -> {
            if (method.getName().equals("pending")) {
                return CompletableFuture.completedStage(pending.stream()
                        .filter(purchase -> purchase.order().value() > (long) arguments[1])
                        .limit((int) arguments[2])
                        .toList());
            }
            pending.removeAll((List<?>) arguments[0]);
            return CompletableFuture.completedStage(null);
        });
    }

    private void due(int id, boolean mayBeMore) {
        Purchase purchase = new Purchase(new OrderId(id), SALE, new UserId(id));
        pending.add(purchase);
        Order order = new Order(
                purchase.order(), purchase.buyer(), SALE, 1, OrderStatus.CANCELLED, NOON, null, null, null, NOON);
        batches.add(new Expiry(List.of(order), List.of(new UnitRelease(Shard.FIRST, purchase)), mayBeMore));
    }

    private List<OrderId> ids(int last) {
        return IntStream.rangeClosed(1, last).mapToObj(OrderId::new).toList();
    }

    @Test
    void batchesFollowOneAnotherWithoutWaitingForTheQueueOrTheLists() {
        due(1, true);
        due(2, true);
        due(3, false);

        await(expire.expire());

        assertEquals(ids(3), heard);
        assertEquals(ids(3), asked.stream().map(Purchase::order).toList());
        assertEquals(0, batches.size());
    }

    /** As after a mass time-out: the sale maintenance is not waited for. */
    @Test
    void ofAQueueThatHangsAFewBatchesAreAskedForAndOnceItAnswersAllAreReleased() {
        for (int id = 1; id <= 10; id++) {
            due(id, id < 10);
        }
        await(expire.expire());
        assertEquals(ids(10), heard);
        assertEquals(ids(4), asked.stream().map(Purchase::order).toList());

        queueAnswers.complete(null);

        assertEquals(Set.copyOf(ids(10)), asked.stream().map(Purchase::order).collect(Collectors.toSet()));
        assertEquals(List.of(), pending);
    }

    @Test
    void aReleaseThatFailsIsReportedOnceAndHoldsUpNoBatch() {
        Unavailable away = new Unavailable("away");
        queueAnswers.completeExceptionally(away);
        due(1, true);
        due(2, false);

        assertEquals(away, failureOf(expire.expire()));

        assertEquals(ids(2), heard);
        batches.add(new Expiry(List.of(), List.of(), false));
        await(expire.expire());
    }
}
