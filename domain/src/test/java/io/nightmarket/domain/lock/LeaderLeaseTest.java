package io.nightmarket.domain.lock;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.lock.FaultyLeases.Call;
import io.nightmarket.domain.lock.FaultyLeases.Fault;
import io.nightmarket.domain.lock.LeaderLease.Leadership;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Which of two nodes leads, and when the leader asks the store. */
final class LeaderLeaseTest {
    private static final Duration LEASE = Duration.ofSeconds(3);

    private final ManualTimers timers = new ManualTimers();
    private final InMemoryLeases memory = new InMemoryLeases(timers);
    private final FaultyLeases store = new FaultyLeases(memory);
    private final LeaderLease lease = lease(1);
    private final LeaderLease other = lease(2);

    private LeaderLease lease(int node) {
        LeasedLock lock = new LeasedLock(store, timers, new Random(node), "node" + node);
        return new LeaderLease(lock, "key", LockOptions.fixed(LEASE), timers);
    }

    @Test
    void oneNodeLeadsUntilItReleases() {
        assertEquals(Leadership.ACQUIRED, await(lease.acquireOrRenew()));
        assertEquals(Leadership.NONE, await(other.acquireOrRenew()));
        assertEquals(Leadership.KEPT, await(lease.acquireOrRenew()));
        await(lease.release());
        assertEquals(Leadership.ACQUIRED, await(other.acquireOrRenew()));
        assertEquals(Leadership.NONE, await(lease.acquireOrRenew()));
        await(lease.release());
    }

    @Test
    void theStoreIsAskedOncePerInterval() {
        assertEquals(Leadership.ACQUIRED, await(lease.acquireOrRenew()));
        timers.advance(lease.interval().minusNanos(1));
        assertEquals(Leadership.KEPT, await(lease.acquireOrRenew()));
        assertEquals(0, store.count(Call.RENEW));
        timers.advance(Duration.ofNanos(1));
        assertEquals(Leadership.KEPT, await(lease.acquireOrRenew()));
        assertEquals(1, store.count(Call.RENEW));
        lease.renewNext();
        assertEquals(Leadership.KEPT, await(lease.acquireOrRenew()));
        assertEquals(2, store.count(Call.RENEW));
    }

    @Test
    void aLostLeaseIsRequestedAgainAtOnce() {
        assertEquals(Leadership.ACQUIRED, await(lease.acquireOrRenew()));
        timers.advance(LEASE);
        assertEquals(Leadership.ACQUIRED, await(lease.acquireOrRenew()));
        assertEquals(1, memory.forceRelease("key").size());
        lease.renewNext();
        assertEquals(Leadership.ACQUIRED, await(lease.acquireOrRenew()));
        assertEquals(1, memory.forceRelease("key").size());
        assertEquals(Leadership.ACQUIRED, await(other.acquireOrRenew()));
        lease.renewNext();
        assertEquals(Leadership.NONE, await(lease.acquireOrRenew()));
    }

    /** A shard's writer asks thousands of times in one term, which may last for weeks. */
    @Test
    void askingLeavesNothingBehindAtTheHandle() {
        CompletableFuture<Void> lost = new CompletableFuture<>();
        LockHandle handle = Changed.calls(
                LockHandle.class,
                (_, method, _) -> method.getName().equals("lost")
                        ? lost.minimalCompletionStage()
                        : CompletableFuture.completedStage(null));
        DistributedLock lock = Changed.calls(
                DistributedLock.class, (_, _, _) -> CompletableFuture.completedStage(Optional.of(handle)));
        LeaderLease leading = new LeaderLease(lock, "key", LockOptions.fixed(LEASE), timers);
        for (int i = 0; i < 1_000; i++) {
            var _ = await(leading.acquireOrRenew());
        }
        assertEquals(1, lost.getNumberOfDependents());
    }

    @Test
    void aFailureToRenewIsPassedOnAndTheLeaseIsKept() {
        assertEquals(Leadership.ACQUIRED, await(lease.acquireOrRenew()));
        lease.renewNext();
        store.plan(Call.RENEW, Fault.REFUSED);
        assertInstanceOf(Unavailable.class, failureOf(lease.acquireOrRenew()));
        assertEquals(Leadership.KEPT, await(lease.acquireOrRenew()));
    }

    @Test
    void workIsCoveredUpToItsLimit() {
        assertEquals(Leadership.ACQUIRED, await(lease.acquireOrRenew()));
        CompletableFuture<Integer> work = new CompletableFuture<>();
        var covered = lease.renewDuring(work, LEASE.multipliedBy(4));
        timers.advance(LEASE.multipliedBy(4));
        assertEquals(Leadership.NONE, await(other.acquireOrRenew()));
        timers.advance(LEASE.multipliedBy(2));
        assertEquals(Leadership.ACQUIRED, await(other.acquireOrRenew()));
        assertFalse(covered.toCompletableFuture().isDone());
        work.complete(7);
        assertEquals(7, await(covered));
    }

    @Test
    void workThatEndedIsCoveredNoLonger() {
        assertEquals(Leadership.ACQUIRED, await(lease.acquireOrRenew()));
        CompletableFuture<Integer> work = new CompletableFuture<>();
        var _ = lease.renewDuring(work, LEASE.multipliedBy(4));
        timers.advance(LEASE.multipliedBy(2));
        assertTrue(store.count(Call.RENEW) > 1);
        work.complete(7);
        int renewals = store.count(Call.RENEW);
        timers.advance(LEASE.multipliedBy(2));
        assertEquals(renewals, store.count(Call.RENEW));
        assertEquals(0, timers.waiting());
    }

    @Test
    void aLostLeaseIsReleasedWithoutFailure() {
        await(lease.release());
        assertEquals(Leadership.ACQUIRED, await(lease.acquireOrRenew()));
        timers.advance(LEASE);
        await(lease.release());
    }
}
