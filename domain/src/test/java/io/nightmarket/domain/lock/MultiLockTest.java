package io.nightmarket.domain.lock;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.lock.FaultyLeases.Call;
import io.nightmarket.domain.lock.FaultyLeases.Fault;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What several keys held as one make of stores that fail, step by step. */
final class MultiLockTest {
    private static final String FIRST_HOLDER = "node:" + Integer.toHexString(new Random(1).nextInt()) + ":1";
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final LockOptions FIXED = LockOptions.fixed(LEASE);
    private static final LockOptions WATCHED = LockOptions.watched(LEASE, LEASE.multipliedBy(4));

    private final ManualTimers timers = new ManualTimers();
    private final InMemoryLeases memory = new InMemoryLeases(timers);
    private final InMemoryLeases otherMemory = new InMemoryLeases(timers);
    private final FaultyLeases other = new FaultyLeases(otherMemory);
    private final DistributedLock there = new LeasedLock(memory, timers, new Random(2), "there");
    private final MultiLock lock = new MultiLock(
            timers,
            List.of(
                    new MultiLock.Part("2", new LeasedLock(other, timers, new Random(1), "node"), "key"),
                    new MultiLock.Part("1", new LeasedLock(memory, timers, new Random(1), "node"), "key")));

    @AfterEach
    void nothingIsLeft() {
        timers.advance(LEASE.multipliedBy(30));
        var _ = await(memory.release(new LeaseRequest("key", "nobody", LEASE, Duration.ZERO)));
        var _ = await(otherMemory.release(new LeaseRequest("key", "nobody", LEASE, Duration.ZERO)));
        assertTrue(memory.isEmpty());
        assertTrue(otherMemory.isEmpty());
        assertEquals(0, timers.waiting());
        assertEquals(0, other.openSubscriptions());
    }

    private void plan(Call call, int times) {
        Fault[] faults = new Fault[times];
        Arrays.fill(faults, Fault.REFUSED);
        other.plan(call, faults);
    }

    @Test
    void aStoreThatIsDownLeavesNothingOnTheOther() {
        plan(Call.TAKE, 1);

        assertInstanceOf(Unavailable.class, failureOf(lock.tryAcquire(FIXED)));

        assertTrue(memory.isEmpty());
    }

    @Test
    void theWaitIsForAllPartsTogether() {
        LockHandle first = await(there.tryAcquire("key", FIXED)).orElseThrow();
        LeaseRequest second = new LeaseRequest("key", "holder", LEASE.multipliedBy(2), Duration.ZERO);
        var _ = await(otherMemory.take(second));
        CompletableFuture<Optional<MultiLockHandle>> waiting =
                lock.tryAcquire(FIXED.waiting(Duration.ofSeconds(10))).toCompletableFuture();
        timers.advance(Duration.ofSeconds(8));
        await(first.release());

        timers.advance(Duration.ofSeconds(2).minus(MOMENT));
        assertFalse(waiting.isDone());
        timers.advance(MOMENT);

        assertTrue(await(waiting).isEmpty());
        assertTrue(await(otherMemory.release(second)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPartThatIsAskedForAtTheEndOfTheWaitIsRefusedOnlyIfOthersHoldIt(boolean isFree) {
        LeaseRequest holder = new LeaseRequest("key", "holder", LEASE, Duration.ZERO);
        if (!isFree) {
            var _ = await(otherMemory.take(holder));
        }
        Duration wait = Duration.ofSeconds(10);
        MultiLock withLate = new MultiLock(
                timers,
                List.of(
                        new MultiLock.Part("1", answeringAfter(wait), "key"),
                        new MultiLock.Part("2", new LeasedLock(other, timers, new Random(1), "node"), "key")));
        var waiting = withLate.tryAcquire(FIXED.waiting(wait));

        timers.advance(wait);

        Optional<MultiLockHandle> held = await(waiting);
        assertEquals(isFree, held.isPresent());
        held.ifPresent(handle -> await(handle.release()));
        assertEquals(!isFree, await(otherMemory.release(holder)));
    }

    /** A lock whose answer is late, as on a thread that was busy. */
    private DistributedLock answeringAfter(Duration delay) {
        return Changed.calls(
                DistributedLock.class,
                (_, _, arguments) -> timers.pause(delay)
                        .thenCompose(_ -> there.tryAcquire((String) arguments[0], (LockOptions) arguments[1])));
    }

    @Test
    void aPartThatIsLostTakesTheOthersWithIt() {
        MultiLockHandle held = await(lock.tryAcquire(WATCHED)).orElseThrow();
        plan(Call.RENEW, 100);

        timers.advance(LEASE.minus(MOMENT));
        assertFalse(held.lost().toCompletableFuture().isDone());
        timers.advance(MOMENT);

        assertTrue(held.lost().toCompletableFuture().isDone());
        var _ = failureOf(Conflict.class, held.release());
        assertTrue(await(there.tryAcquire("key", FIXED)).isPresent());
    }

    @Test
    void aPartThatIsLostWhileOthersAreWaitedForIsAConflict() {
        LeaseRequest holder = new LeaseRequest("key", "holder", LEASE.multipliedBy(20), Duration.ZERO);
        var _ = await(otherMemory.take(holder));
        var waiting = lock.tryAcquire(FIXED.waiting(LEASE.multipliedBy(10)));
        assertTrue(await(memory.release(new LeaseRequest("key", FIRST_HOLDER, LEASE, Duration.ZERO))));

        timers.advance(LEASE);

        var _ = failureOf(Conflict.class, waiting);
        assertTrue(await(otherMemory.release(holder)));
    }

    @Test
    void theLongestTimeEndsTheWhole() {
        MultiLockHandle held = await(lock.tryAcquire(WATCHED)).orElseThrow();

        timers.advance(WATCHED.maxHoldTime().minus(MOMENT));
        assertFalse(held.lost().toCompletableFuture().isDone());
        timers.advance(MOMENT);

        assertTrue(held.lost().toCompletableFuture().isDone());
        assertEquals(0, timers.waiting());
        assertTrue(memory.isEmpty());
    }

    @Test
    void renewingAFixedLeaseCountsAnewForAll() {
        MultiLockHandle held = await(lock.tryAcquire(FIXED)).orElseThrow();
        timers.advance(LEASE.minus(MOMENT));
        await(held.renew());

        timers.advance(LEASE.minus(MOMENT));
        assertFalse(held.lost().toCompletableFuture().isDone());
        timers.advance(MOMENT);

        assertTrue(held.lost().toCompletableFuture().isDone());
    }

    @Test
    void anEntryThatFailedNeedsNoRelease() {
        MultiLockHandle held = await(lock.tryAcquire(FIXED)).orElseThrow();
        plan(Call.RENEW, 1);
        assertInstanceOf(Unavailable.class, failureOf(held.reenter()));

        await(held.release());

        assertTrue(memory.isEmpty());
        assertTrue(otherMemory.isEmpty());
    }

    @Test
    void aPartThatCanNotBeReleasedHindersNoOther() {
        MultiLockHandle held = await(lock.tryAcquire(FIXED)).orElseThrow();
        plan(Call.RELEASE, 3);
        var released = held.release();

        timers.advance(Duration.ofSeconds(1));

        assertInstanceOf(Unavailable.class, failureOf(released));
        assertTrue(memory.isEmpty());
    }
}
