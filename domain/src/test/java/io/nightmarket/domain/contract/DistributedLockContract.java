package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.ForceUnlock;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockEvents;
import io.nightmarket.domain.lock.LockHandle;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.memory.RealTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every {@link DistributedLock} keeps, on whatever {@link LeaseStore}. */
public abstract class DistributedLockContract {
    private static final LockOptions AT_ONCE = LockOptions.fixed(Duration.ofMinutes(1));
    private static final LockOptions WAITING = AT_ONCE.waiting(Duration.ofSeconds(30));
    private static final int CLIENTS = 16;
    private static final int ROUNDS = Suite.pick(15, 300);

    private static final int WAITERS = 32;

    /** A lock whose waiters poll takes minutes for all rounds on a busy machine. */
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private final String key = "contract:" + UUID.randomUUID();

    /** The store as one node sees it, the same at every call. */
    protected abstract LeaseStore store();

    /** The store as another node sees it, the same at every call. */
    protected abstract LeaseStore storeOfAnotherNode();

    /** The timers of the locks, and of a store in memory. */
    protected Timers timers() {
        return new RealTimers();
    }

    /** Lets so much of their time pass. */
    protected void elapse(Duration time) {
        Stages.pause(time);
    }

    /** The shortest lease that the store keeps well; for those that shall end. */
    protected Duration lease() {
        return Duration.ofMillis(300);
    }

    /** For leases that shall be kept up, also when the machine does nothing for two seconds between two renewals. */
    protected Duration longLease() {
        return Duration.ofSeconds(4);
    }

    /** The locks of these stores, for operators. */
    protected abstract LockTable table();

    /** Whether nothing is left of a lock without holders and waiters. */
    protected abstract boolean isForgotten(String lock);

    private LeasedLock lockOn(LeaseStore leases) {
        return new LeasedLock(leases, timers(), new Random(1), UUID.randomUUID().toString());
    }

    private LeasedLock lock() {
        return lockOn(store());
    }

    private DistributedLock there() {
        return lockOn(storeOfAnotherNode());
    }

    private LockHandle acquire(LockOptions options) {
        return await(lock().tryAcquire(key, options)).orElseThrow();
    }

    private boolean isFree() {
        return await(there().withLease(key, AT_ONCE, _ -> CompletableFuture.completedStage(true)))
                .orElse(false);
    }

    @Test
    protected void workIsDoneAndTheKeyFreeAfterwardsAlsoWhenItFailedOrThrew() {
        for (int i = 0; i < 3; i++) {
            int round = i;
            assertEquals(
                    Optional.of(round),
                    await(lock().withLease(key, AT_ONCE, _ -> CompletableFuture.completedStage(round))));
        }
        Conflict failure = new Conflict("as planned");
        assertSame(failure, failureOf(lock().withLease(key, AT_ONCE, _ -> CompletableFuture.failedStage(failure))));
        assertTrue(isFree());
        IllegalStateException bug = new IllegalStateException("as planned");
        assertSame(bug, failureOf(lock().withLease(key, AT_ONCE, _ -> {
            throw bug;
        })));
        assertTrue(isFree());
        Stages.eventually(Stages::pause, () -> isForgotten(key));
    }

    /** Reads, is interrupted, and writes: a second holder in between would lose an addition. */
    private static final class FencedCounter {
        private long value;
        private long largest;
        private int refused;

        synchronized long read() {
            return value;
        }

        synchronized void write(long token, long next) {
            if (token < largest) {
                refused++;
                return;
            }
            largest = token;
            value = next;
        }
    }

    @Test
    protected void sixteenClientsNeverWorkTogether() {
        FencedCounter counter = new FencedCounter();
        List<DistributedLock> nodes = List.of(lock(), there());
        List<CompletableFuture<Integer>> clients = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            clients.add(rounds(nodes.get(client % nodes.size()), counter, ROUNDS));
        }

        for (CompletableFuture<Integer> client : clients) {
            assertEquals(0, Stages.await(client, LONGEST), "rounds without the lock");
        }
        assertEquals((long) CLIENTS * ROUNDS, counter.read());
        assertEquals(0, counter.refused);
        Stages.eventually(Stages::pause, () -> isForgotten(key));
    }

    /** One after the other; answers in how many the key was not got. */
    private CompletableFuture<Integer> rounds(DistributedLock node, FencedCounter counter, int left) {
        if (left == 0) {
            return CompletableFuture.completedFuture(0);
        }
        LockOptions options = AT_ONCE.waiting(LONGEST.minusMinutes(1));
        return node.withLease(
                        key,
                        options,
                        handle -> CompletableFuture.supplyAsync(counter::read).thenApplyAsync(value -> {
                            counter.write(handle.token(), value + 1);
                            return value;
                        }))
                .toCompletableFuture()
                .thenComposeAsync(done ->
                        rounds(node, counter, left - 1).thenApply(missed -> missed + (done.isPresent() ? 0 : 1)));
    }

    @Test
    protected void aWaitEndsOnTimeAndLeavesNothing() {
        LockHandle handle = acquire(AT_ONCE);
        Duration wait = Duration.ofMillis(300);
        Timers timers = timers();
        long begun = timers.nanoTime();

        assertEquals(Optional.empty(), inTime(there().tryAcquire(key, AT_ONCE.waiting(wait))));

        assertTrue(timers.nanoTime() - begun >= wait.toNanos());
        await(handle.release());
        Stages.eventually(Stages::pause, () -> isForgotten(key));
    }

    @Test
    protected void aWaiterGetsTheKeyWhenTheLeaseEndsAndTheHolderIsTold() {
        LockHandle handle = acquire(LockOptions.fixed(lease()));

        LockHandle next = inTime(there().tryAcquire(key, WAITING)).orElseThrow();

        inTime(handle.lost());
        assertTrue(next.token() > handle.token());
        var _ = Stages.failureOf(Conflict.class, handle.release());
        var _ = Stages.failureOf(Conflict.class, handle.renew());
        var _ = Stages.failureOf(Conflict.class, handle.reenter());
        assertFalse(isFree(), "the late one must not have freed its successor");
        await(next.release());
    }

    @Test
    protected void aWatchdogKeepsTheKeyLongerThanALease() {
        LockHandle handle = acquire(LockOptions.watched(longLease(), Duration.ofMinutes(1)));

        assertEquals(
                Optional.empty(),
                inTime(there().tryAcquire(
                                key,
                                AT_ONCE.waiting(longLease()
                                        .multipliedBy(Suite.pick(5, 8))
                                        .dividedBy(4)))));

        assertFalse(handle.lost().toCompletableFuture().isDone());
        await(handle.release());
        // The waiter's place may still be on its way to be given up.
        Stages.eventually(Stages::pause, this::isFree);
    }

    /** What the stage brings once some time has passed. */
    private <T extends @Nullable Object> T inTime(CompletionStage<T> stage) {
        CompletableFuture<T> waiting = stage.toCompletableFuture();
        Stages.eventually(this::elapse, waiting::isDone);
        return await(waiting);
    }

    @Test
    protected void asManyReleasesAsEntriesFreeTheKeyAndNoOtherWorksBefore() {
        LockHandle handle = acquire(AT_ONCE);
        long token = handle.token();
        await(handle.reenter());
        await(handle.reenter());
        assertEquals(token, handle.token());
        await(handle.release());
        await(handle.release());
        AtomicInteger worked = new AtomicInteger();
        for (DistributedLock node : List.of(lock(), there())) {
            assertEquals(
                    Optional.empty(),
                    await(node.withLease(
                            key, AT_ONCE, _ -> CompletableFuture.completedStage(worked.incrementAndGet()))));
        }
        assertEquals(0, worked.get());
        await(handle.release());
        assertTrue(isFree());
        Stages.assertFails(Conflict.class, handle.release());
        Stages.assertFails(Conflict.class, handle.reenter());
    }

    @Test
    protected void aStrangerCanNotReleaseAndAskingAgainForWhatIsHeldIsHarmless() {
        LeaseRequest request = new LeaseRequest(key, "asks-twice", Duration.ofMinutes(1), Duration.ZERO);
        LeaseRequest stranger = new LeaseRequest(key, "a-stranger", Duration.ofMinutes(1), Duration.ZERO);
        LeaseStore.Attempt first = await(store().take(request));

        assertFalse(await(store().release(stranger)));
        assertFalse(await(store().renew(stranger, 1)));
        assertFalse(isFree());

        assertEquals(first, await(store().take(request)));
        assertTrue(await(store().release(request)));
        assertFalse(await(store().release(request)));
        assertTrue(isFree());
    }

    @Test
    protected void aCancelledWaiterIsPassedOver() {
        LockHandle handle = acquire(AT_ONCE);
        CompletableFuture<Optional<LockHandle>> cancelled =
                there().tryAcquire(key, WAITING).toCompletableFuture();
        AtomicInteger worked = new AtomicInteger();
        CompletableFuture<Optional<Integer>> neither = there().withLease(
                        key, WAITING, _ -> CompletableFuture.completedStage(worked.incrementAndGet()))
                .toCompletableFuture();
        CompletionStage<Optional<LockHandle>> waiting = there().tryAcquire(key, WAITING);

        assertTrue(cancelled.cancel(false));
        assertTrue(neither.cancel(false));
        await(handle.release());

        await(await(waiting).orElseThrow().release());
        Stages.eventually(Stages::pause, () -> isForgotten(key));
        assertEquals(0, worked.get());
    }

    @Test
    protected void manyWaitersAreAllServedAndNothingIsLeft() {
        LockHandle handle = acquire(AT_ONCE);
        DistributedLock node = there();
        List<CompletableFuture<Optional<Long>>> waiters = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            waiters.add(node.withLease(key, WAITING, held -> CompletableFuture.completedStage(held.token()))
                    .toCompletableFuture());
        }

        await(handle.release());

        assertEquals(
                WAITERS,
                waiters.stream()
                        .map(waiter -> Stages.await(waiter, Duration.ofSeconds(30)))
                        .map(Optional::orElseThrow)
                        .distinct()
                        .count());
        Stages.eventually(Stages::pause, () -> isForgotten(key));
    }

    /** A request that is queued, in steps: it asks when the test says so. */
    private final class Queued {
        private final LeaseStore store;
        private final LeaseRequest request;
        private final LeaseStore.Subscription subscription;

        Queued(LeaseStore store, Duration lease) {
            this.store = store;
            this.request = new LeaseRequest(key, UUID.randomUUID().toString(), lease, Duration.ofMinutes(1));
            this.subscription = await(store.subscribe(request, _ -> {}));
            assertFalse(asks());
        }

        boolean asks() {
            return await(store.take(request)) instanceof LeaseStore.Attempt.Granted;
        }

        void leaves() {
            subscription.close();
            var _ = await(store.release(request));
        }
    }

    @Test
    protected void aWaiterGetsTheKeyWhenItIsReleasedWithTheFullLease() {
        Duration beyondAReservation = Duration.ofMillis(3_500);
        LockHandle handle = acquire(AT_ONCE);
        CompletionStage<Optional<LockHandle>> waiting = there().tryAcquire(key, WAITING);
        await(handle.release());
        LockHandle got = inTime(waiting).orElseThrow();
        assertTrue(got.token() > handle.token());
        elapse(beyondAReservation);
        assertEquals(Optional.empty(), await(lock().tryAcquire(key, AT_ONCE)));
        await(got.release());
        assertTrue(isFree());
    }

    @Test
    @Tag("outage")
    protected void waitersThatCanNotBeReachedDelayTheNextByTwoSecondsEachAtMost() {
        passOverUnreachableWaiters();
    }

    protected final void passOverUnreachableWaiters() {
        int unreachable = 3;
        LockHandle handle = acquire(AT_ONCE);
        List<Queued> silent = new ArrayList<>();
        for (int i = 0; i < unreachable; i++) {
            silent.add(new Queued(storeOfAnotherNode(), Duration.ofMinutes(1)));
        }
        CompletionStage<Optional<LockHandle>> living = lock().tryAcquire(key, WAITING);
        Timers timers = timers();
        long released = timers.nanoTime();
        await(handle.release());

        LockHandle next = inTime(living).orElseThrow();

        Duration took = Duration.ofNanos(timers.nanoTime() - released);
        Duration bound = Duration.ofSeconds(2).multipliedBy(unreachable).plusSeconds(2);
        assertTrue(took.compareTo(bound) <= 0, took::toString);
        silent.forEach(Queued::leaves);
        await(next.release());
    }

    @Test
    protected void oneWhoDoesNotWaitDoesNotOvertakeThoseWhoDo() {
        LockHandle handle = acquire(AT_ONCE);
        Queued waiter = new Queued(storeOfAnotherNode(), Duration.ofMinutes(1));
        await(handle.release());

        assertEquals(Optional.empty(), await(lock().tryAcquire(key, AT_ONCE)));

        Stages.eventually(Stages::pause, waiter::asks);
        waiter.leaves();
        assertTrue(isFree());
    }

    @Test
    protected void aKeyThatIsTakenFromItsHolderIsLostToItAndGoesToAWaiter() {
        LeasedLock node = lock();
        LockHandle handle = await(node.tryAcquire(key, AT_ONCE)).orElseThrow();
        CompletionStage<Optional<LockHandle>> waiting = there().tryAcquire(key, WAITING);
        ForceUnlock force = new ForceUnlock(table(), new LockEvents() {
            @Override
            public void released(String released) {}

            @Override
            public void forceUnlocked(String unlocked) {
                node.verify(unlocked);
            }
        });

        assertEquals(1, await(force.unlock(key, Optional.empty())).size());

        inTime(handle.lost());
        LockHandle next = inTime(waiting).orElseThrow();
        assertTrue(next.token() > handle.token());
        var _ = Stages.failureOf(Conflict.class, handle.release());
        node.verify(key);
        await(next.renew());
        await(next.release());
        assertEquals(List.of(), await(force.unlock(key, Optional.empty())));
        assertTrue(isFree());
    }

    @Test
    protected void ofManyAtOnceOneGetsTheKey() {
        List<Optional<LockHandle>> got = atOnce(CLIENTS, _ -> lock().tryAcquire(key, AT_ONCE));

        assertEquals(1, got.stream().flatMap(Optional::stream).count());
        await(got.stream().flatMap(Optional::stream).findFirst().orElseThrow().release());
    }

    @Test
    protected void anyKeyOfTheRightLengthWorksAndNoOtherDoes() {
        for (String odd : List.of("k".repeat(200), "夜市".repeat(100), " a b ", "{x}:'\"\\%_\n", "A", "a")) {
            LockHandle handle = await(lock().tryAcquire(odd, AT_ONCE)).orElseThrow();
            assertEquals(odd, handle.key());
            assertEquals(Optional.empty(), await(there().tryAcquire(odd, AT_ONCE)), odd);
            await(handle.release());
        }
        for (String refused : List.of("", "k".repeat(201))) {
            assertThrows(IllegalArgumentException.class, () -> lock().tryAcquire(refused, AT_ONCE));
        }
    }
}
