package io.nightmarket.domain.sale.recovery;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LeaderLease;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockHandle;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.ListQueue;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.recovery.ShardWriter.Iteration;
import io.nightmarket.domain.sale.settlement.FaultyLedger;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.SettleMeter;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** When a writer asks for its lease again. */
final class ShardWriterTest {
    private static final String KEY = "shard:1";
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration RENEWAL = Duration.ofSeconds(20);

    private final ManualTimers timers = new ManualTimers();
    private final List<String> calls = new ArrayList<>();
    private final InMemoryLeases memory = new InMemoryLeases(timers);
    private final LeaseStore leases = Changed.calls(LeaseStore.class, (_, method, arguments) -> {
        calls.add(method.getName());
        return Changed.invoke(memory, method, arguments);
    });
    private final DistributedLock lock = new LeasedLock(leases, timers, new Random(1), "node");

    private final DistributedLock elsewhere = new LeasedLock(leases, timers, new Random(2), "another-node");

    private final InMemoryLedger known = new InMemoryLedger(_ -> true);
    private final ShardWriter shard = shard(known);

    private ShardWriter shard(OrderLedger ledger) {
        return shard(ledger, new ListQueue().ports);
    }

    private ShardWriter shard(OrderLedger ledger, WholeQueue queue) {
        SettleOrders orders = new SettleOrders(
                new ListQueue().ports, ledger, _ -> {}, Shard.FIRST, 8, Duration.ZERO, SettleMeter.NONE);
        RecoverShard opening = new RecoverShard(
                WholeQueue.ports(queue),
                known,
                known,
                known,
                new PrepareSales(
                        known,
                        queue,
                        new Epochs(known::epoch, timers),
                        new SaleDirectory(known, new ManualTimers()),
                        new ManualClock(Instant.EPOCH),
                        Duration.ZERO),
                Duration.ZERO);
        return new ShardWriter(
                orders,
                opening,
                () -> CompletableFuture.completedStage(null),
                new LeaderLease(lock, KEY, LockOptions.fixed(LEASE), timers),
                RENEWAL,
                timers);
    }

    /** How often the lease was asked for. */
    private int asked() {
        return Collections.frequency(calls, "take") + Collections.frequency(calls, "renew");
    }

    private void pass(Duration time) {
        timers.advance(time);
    }

    @Test
    void aLeaseThatAnotherHoldsIsAskedForEveryTurn() {
        LockHandle handle =
                await(elsewhere.tryAcquire(KEY, LockOptions.fixed(LEASE))).orElseThrow();
        assertEquals(Iteration.STANDBY, await(shard.iterate()));
        assertEquals(Iteration.STANDBY, await(shard.iterate()));
        await(handle.release());
        assertEquals(Iteration.TOOK_OVER, await(shard.iterate()));
        assertEquals(4, asked());
        assertEquals(LEASE, shard.pause().multipliedBy(3));
    }

    @Test
    void aWriterThatMadeNoTurnForALeaseStandsByWhenAnotherHasItNow() {
        assertEquals(Iteration.TOOK_OVER, await(shard.iterate()));
        pass(LEASE);
        assertTrue(await(elsewhere.tryAcquire(KEY, LockOptions.fixed(LEASE))).isPresent());
        assertEquals(Iteration.STANDBY, await(shard.iterate()));
        pass(LEASE);
        assertEquals(Iteration.TOOK_OVER, await(shard.iterate()));
    }

    @Test
    void afterAFailureItIsAskedForAnew() {
        Unavailable away = new Unavailable("away");
        ShardWriter failing = shard(FaultyLedger.withWriters(known, _ -> CompletableFuture.failedStage(away)));
        assertSame(away, failureOf(failing.iterate()));
        assertSame(away, failureOf(failing.iterate()));
        assertEquals(2, asked());
    }

    @Test
    void aNodeThatCannotTakeOverLeavesTheLeaseToOthers() {
        CompletableFuture<OrderLedger.Writer> connecting = new CompletableFuture<>();
        ShardWriter cutOff = shard(FaultyLedger.withWriters(known, _ -> connecting));
        CompletionStage<Iteration> turn = cutOff.iterate();
        pass(Duration.ofSeconds(5));

        connecting.completeExceptionally(new Unavailable("no connection"));

        pass(cutOff.pause());
        assertFalse(turn.toCompletableFuture().isDone(), "it waits until others have asked");
        assertTrue(await(elsewhere.tryAcquire(KEY, LockOptions.fixed(LEASE))).isPresent());
        pass(cutOff.pause());
        assertInstanceOf(Unavailable.class, failureOf(turn));
        assertEquals(Iteration.STANDBY, await(cutOff.iterate()));
    }

    @Test
    void afterItWasLeftToo() {
        assertEquals(Iteration.TOOK_OVER, await(shard.iterate()));
        await(shard.leave());
        assertEquals(Iteration.TOOK_OVER, await(shard.iterate()));
        assertEquals(2, asked());
    }

    @Test
    void theLeaseIsRenewedWhileABatchCommitsAndNotForever() {
        CompletableFuture<OrderLedger.Writer> commit = new CompletableFuture<>();
        ShardWriter slow = shard(FaultyLedger.withWriters(known, _ -> commit));
        CompletionStage<Iteration> turn = slow.iterate();
        for (Duration passed = Duration.ZERO; passed.compareTo(RENEWAL) < 0; passed = passed.plus(slow.pause())) {
            pass(slow.pause());
            assertTrue(
                    await(elsewhere.tryAcquire(KEY, LockOptions.fixed(LEASE))).isEmpty(), passed::toString);
        }

        pass(LEASE.plus(slow.pause()));

        assertTrue(
                await(elsewhere.tryAcquire(KEY, LockOptions.fixed(LEASE))).isPresent(), "a turn that hangs loses it");
        assertFalse(turn.toCompletableFuture().isDone());
    }

    @Test
    void theLeaseIsRenewedWhileTheQueueIsReopened() {
        CompletableFuture<Boolean> open = new CompletableFuture<>();
        ShardWriter slow = shard(known, Changed.calls(WholeQueue.class, (_, _, _) -> open));
        assertEquals(Iteration.TOOK_OVER, await(slow.iterate()));
        int before = timers.waiting();
        CompletionStage<Iteration> turn = slow.iterate();
        for (int i = 0; i < 9; i++) {
            pass(slow.pause());
        }
        assertTrue(await(elsewhere.tryAcquire(KEY, LockOptions.fixed(LEASE))).isEmpty());

        open.complete(true);

        assertEquals(Iteration.IDLE, await(turn));
        assertEquals(before, timers.waiting(), "and no longer");
    }
}
