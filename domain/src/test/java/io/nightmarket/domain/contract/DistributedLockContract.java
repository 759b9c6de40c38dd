package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.lock.Claim;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.ForceUnlock;
import io.nightmarket.domain.lock.Hold;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockEvents;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every {@link DistributedLock} keeps, on whatever {@link LeaseStore}. */
public abstract class DistributedLockContract {
    private static final LockOptions AT_ONCE = LockOptions.fixed(Duration.ofMinutes(1));
    private static final LockOptions PATIENT = AT_ONCE.waiting(Duration.ofSeconds(30));
    private static final int CLIENTS = 16;
    private static final int ROUNDS = Suite.pick(30, 1_000);
    private static final int WAITERS = 32;

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

    /** Whether one who does not wait is behind those who do. */
    protected boolean keepsOrder() {
        return true;
    }

    /** Whether nothing is left of a lock that nobody holds or waits for. */
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

    private Hold acquire(LockOptions options) {
        return await(lock().tryAcquire(key, options)).orElseThrow();
    }

    private boolean isFree() {
        return await(there().withLease(key, AT_ONCE, _ -> CompletableFuture.completedStage(true)))
                .orElse(false);
    }

    @Test
    protected void workIsDoneAndItsAnswerGivenAndTheKeyFreeAfterwards() {
        for (int i = 0; i < 3; i++) {
            int round = i;
            assertEquals(
                    Optional.of(round),
                    await(lock().withLease(key, AT_ONCE, _ -> CompletableFuture.completedStage(round))));
        }
        Stages.eventually(Stages::pause, () -> isForgotten(key));
    }

    @Test
    protected void whileOneHoldsTheKeyNoOtherWorks() {
        Hold hold = acquire(AT_ONCE);
        AtomicInteger worked = new AtomicInteger();

        assertEquals(
                Optional.empty(),
                await(lock().withLease(key, AT_ONCE, _ -> CompletableFuture.completedStage(worked.incrementAndGet()))));
        assertFalse(isFree());
        assertEquals(0, worked.get());

        await(hold.release());
        assertTrue(isFree());
    }

    @Test
    protected void anotherKeyIsNotHindered() {
        Hold hold = acquire(AT_ONCE);
        Hold other = await(lock().tryAcquire(key + ":other", AT_ONCE)).orElseThrow();
        await(other.release());
        await(hold.release());
    }

    @Test
    protected void theKeyIsFreeAfterWorkThatFailedOrThrew() {
        Conflict failure = new Conflict("as planned");
        assertSame(failure, failureOf(lock().withLease(key, AT_ONCE, _ -> CompletableFuture.failedStage(failure))));
        assertTrue(isFree());

        IllegalStateException bug = new IllegalStateException("as planned");
        assertSame(bug, failureOf(lock().withLease(key, AT_ONCE, _ -> {
            throw bug;
        })));
        assertTrue(isFree());
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
            assertEquals(0, Stages.await(client, Duration.ofMinutes(5)), "rounds without the lock");
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
        LockOptions options = AT_ONCE.waiting(Duration.ofMinutes(4));
        return node.withLease(
                        key,
                        options,
                        hold -> CompletableFuture.supplyAsync(counter::read).thenApplyAsync(value -> {
                            counter.write(hold.token(), value + 1);
                            return value;
                        }))
                .toCompletableFuture()
                .thenComposeAsync(done ->
                        rounds(node, counter, left - 1).thenApply(missed -> missed + (done.isPresent() ? 0 : 1)));
    }

    @Test
    protected void aWaitEndsOnTimeAndLeavesNothing() {
        Hold hold = acquire(AT_ONCE);
        Duration wait = Duration.ofMillis(300);
        Timers timers = timers();
        long begun = timers.nanoTime();

        assertEquals(Optional.empty(), inTime(there().tryAcquire(key, AT_ONCE.waiting(wait))));

        assertTrue(timers.nanoTime() - begun >= wait.toNanos());
        await(hold.release());
        Stages.eventually(Stages::pause, () -> isForgotten(key));
    }

    @Test
    protected void aWaiterGetsTheKeyWhenItIsReleased() {
        Hold hold = acquire(AT_ONCE);
        CompletionStage<Optional<Hold>> waiting = there().tryAcquire(key, PATIENT);

        await(hold.release());

        Hold next = await(waiting).orElseThrow();
        assertTrue(next.token() > hold.token());
        await(next.release());
    }

    @Test
    protected void aWaiterGetsTheKeyWhenTheLeaseEndsAndTheHolderIsTold() {
        Hold hold = acquire(LockOptions.fixed(lease()));

        Hold next = inTime(there().tryAcquire(key, PATIENT)).orElseThrow();

        inTime(hold.lost());
        assertTrue(next.token() > hold.token());
        var _ = Stages.failureOf(Conflict.class, hold.release());
        var _ = Stages.failureOf(Conflict.class, hold.renew());
        var _ = Stages.failureOf(Conflict.class, hold.reenter());
        assertFalse(isFree(), "the late one must not have freed its successor");
        await(next.release());
    }

    @Test
    protected void aWatchdogKeepsTheKeyLongerThanALease() {
        Hold hold = acquire(LockOptions.watched(longLease(), Duration.ofMinutes(1)));

        assertEquals(
                Optional.empty(),
                inTime(there().tryAcquire(
                                key,
                                AT_ONCE.waiting(longLease()
                                        .multipliedBy(Suite.pick(5, 8))
                                        .dividedBy(4)))));

        assertFalse(hold.lost().toCompletableFuture().isDone());
        await(hold.release());
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
    protected void aWatchdogBarksNoLongerThanItMay() {
        outliveTheWatchdog();
    }

    protected final void outliveTheWatchdog() {
        Hold hold = acquire(LockOptions.watched(lease(), lease().multipliedBy(2)));

        Hold next = inTime(there().tryAcquire(key, PATIENT)).orElseThrow();

        inTime(hold.lost());
        await(next.release());
    }

    @Test
    @Tag("outage")
    protected void aHolderThatRenewsOutlivesItsLease() {
        renewLongerThanALease();
    }

    protected final void renewLongerThanALease() {
        Hold hold = acquire(LockOptions.fixed(longLease()));
        for (int i = 0; i < 15; i++) {
            await(hold.renew());
            elapse(longLease().dividedBy(10));
        }
        assertFalse(isFree());
        await(hold.release());
    }

    @Test
    protected void asManyReleasesAsEntriesFreeTheKey() {
        Hold hold = acquire(AT_ONCE);
        long token = hold.token();
        await(hold.reenter());
        await(hold.reenter());
        assertEquals(token, hold.token());

        await(hold.release());
        await(hold.release());
        assertFalse(isFree());

        await(hold.release());
        assertTrue(isFree());
        var _ = Stages.failureOf(Conflict.class, hold.release());
        var _ = Stages.failureOf(Conflict.class, hold.reenter());
    }

    @Test
    protected void tokensOnlyGrow() {
        long last = 0;
        for (int i = 0; i < 10; i++) {
            Hold hold = acquire(AT_ONCE);
            assertTrue(hold.token() > last);
            last = hold.token();
            await(hold.release());
        }
    }

    @Test
    protected void aStrangerCanNotRelease() {
        Hold hold = acquire(AT_ONCE);
        Claim stranger = new Claim(key, "a-stranger", Duration.ofMinutes(1), Duration.ZERO);

        assertFalse(await(store().release(stranger)));
        assertFalse(await(store().renew(stranger, 1)));

        assertFalse(isFree());
        await(hold.release());
    }

    @Test
    protected void askingAgainForWhatIsHeldIsHarmless() {
        Claim claim = new Claim(key, "asks-twice", Duration.ofMinutes(1), Duration.ZERO);
        LeaseStore.Attempt first = await(store().take(claim));
        assertEquals(first, await(store().take(claim)));

        assertTrue(await(store().release(claim)));
        assertFalse(await(store().release(claim)));
        assertTrue(isFree());
    }

    @Test
    protected void aCancelledWaiterIsPassedOver() {
        Hold hold = acquire(AT_ONCE);
        CompletableFuture<Optional<Hold>> cancelled =
                there().tryAcquire(key, PATIENT).toCompletableFuture();
        AtomicInteger worked = new AtomicInteger();
        CompletableFuture<Optional<Integer>> neither = there().withLease(
                        key, PATIENT, _ -> CompletableFuture.completedStage(worked.incrementAndGet()))
                .toCompletableFuture();
        CompletionStage<Optional<Hold>> waiting = there().tryAcquire(key, PATIENT);

        assertTrue(cancelled.cancel(false));
        assertTrue(neither.cancel(false));
        await(hold.release());

        await(await(waiting).orElseThrow().release());
        Stages.eventually(Stages::pause, () -> isForgotten(key));
        assertEquals(0, worked.get());
    }

    @Test
    protected void manyWaitersAreAllServedAndNothingIsLeft() {
        Hold hold = acquire(AT_ONCE);
        DistributedLock node = there();
        List<CompletableFuture<Optional<Long>>> waiters = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            waiters.add(node.withLease(key, PATIENT, held -> CompletableFuture.completedStage(held.token()))
                    .toCompletableFuture());
        }

        await(hold.release());

        assertEquals(
                WAITERS,
                waiters.stream()
                        .map(waiter -> Stages.await(waiter, Duration.ofSeconds(30)))
                        .map(Optional::orElseThrow)
                        .distinct()
                        .count());
        Stages.eventually(Stages::pause, () -> isForgotten(key));
    }

    /** A claim that is queued, in steps: it asks when the test says so. */
    private final class Queued {
        private final LeaseStore store;
        private final Claim claim;
        private final LeaseStore.Listening listening;

        Queued(LeaseStore store, Duration lease) {
            this.store = store;
            this.claim = new Claim(key, UUID.randomUUID().toString(), lease, Duration.ofMinutes(1));
            this.listening = await(store.listen(claim, _ -> {}));
            assertFalse(asks());
        }

        boolean asks() {
            return await(store.take(claim)) instanceof LeaseStore.Attempt.Granted;
        }

        void leaves() {
            listening.close();
            var _ = await(store.release(claim));
        }
    }

    @Test
    protected void aLockGotByWaitingHasItsFullLeaseAtOnce() {
        Duration beyondAReservation = Duration.ofMillis(3_500);
        Hold hold = acquire(AT_ONCE);
        CompletionStage<Optional<Hold>> waiting = there().tryAcquire(key, PATIENT);
        await(hold.release());
        Hold got = inTime(waiting).orElseThrow();

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
        Hold hold = acquire(AT_ONCE);
        List<Queued> silent = new ArrayList<>();
        for (int i = 0; i < unreachable; i++) {
            silent.add(new Queued(storeOfAnotherNode(), Duration.ofMinutes(1)));
        }
        CompletionStage<Optional<Hold>> living = lock().tryAcquire(key, PATIENT);
        Timers timers = timers();
        long released = timers.nanoTime();
        await(hold.release());

        Hold next = inTime(living).orElseThrow();

        Duration took = Duration.ofNanos(timers.nanoTime() - released);
        Duration bound = Duration.ofSeconds(2).multipliedBy(unreachable).plusSeconds(2);
        assertTrue(took.compareTo(bound) <= 0, took::toString);
        silent.forEach(Queued::leaves);
        await(next.release());
    }

    @Test
    protected void oneWhoDoesNotWaitDoesNotOvertakeThoseWhoDo() {
        if (!keepsOrder()) {
            return;
        }
        Hold hold = acquire(AT_ONCE);
        Queued waiter = new Queued(storeOfAnotherNode(), Duration.ofMinutes(1));
        await(hold.release());

        assertEquals(Optional.empty(), await(lock().tryAcquire(key, AT_ONCE)));

        Stages.eventually(Stages::pause, waiter::asks);
        waiter.leaves();
        assertTrue(isFree());
    }

    /** Its replies, and then its releases, are lost until the link is back. */
    private record CutOff(LeaseStore store, AtomicBoolean isCut) implements LeaseStore {
        private <T> CompletionStage<T> failed() {
            return CompletableFuture.failedStage(new TimedOut("no reply, as planned"));
        }

        @Override
        public CompletionStage<Attempt> take(Claim claim) {
            return store.take(claim).thenCompose(got -> isCut.get() ? failed() : CompletableFuture.completedStage(got));
        }

        @Override
        public CompletionStage<Boolean> renew(Claim claim, int depth) {
            return isCut.get() ? failed() : store.renew(claim, depth);
        }

        @Override
        public CompletionStage<Boolean> release(Claim claim) {
            return isCut.get() ? failed() : store.release(claim);
        }

        @Override
        public CompletionStage<Listening> listen(Claim claim, News news) {
            return isCut.get() ? failed() : store.listen(claim, news);
        }
    }

    @Test
    protected void anAcquireThatWasNotAnsweredIsGivenUpOnceTheStoreAnswersAgain() {
        AtomicBoolean isCut = new AtomicBoolean(true);
        LeasedLock cutOff = lockOn(new CutOff(store(), isCut));
        var _ = Stages.failureOf(TimedOut.class, cutOff.tryAcquire(key, LockOptions.fixed(Duration.ofHours(1))));
        elapse(Duration.ofMillis(500));
        assertFalse(isFree(), "the lease began all the same");

        isCut.set(false);

        Stages.eventually(this::elapse, this::isFree);
        Stages.eventually(this::elapse, () -> cutOff.pendingGiveUps() == 0);
    }

    @Test
    protected void aKeyThatIsTakenFromItsHolderIsLostToItAndGoesToAWaiter() {
        LeasedLock node = lock();
        Hold hold = await(node.tryAcquire(key, AT_ONCE)).orElseThrow();
        CompletionStage<Optional<Hold>> waiting = there().tryAcquire(key, PATIENT);
        ForceUnlock force = new ForceUnlock(table(), new LockEvents() {
            @Override
            public void released(String released) {}

            @Override
            public void forceUnlocked(String unlocked) {
                node.verify(unlocked);
            }
        });

        assertEquals(1, await(force.unlock(key, Optional.empty())).size());

        inTime(hold.lost());
        Hold next = inTime(waiting).orElseThrow();
        assertTrue(next.token() > hold.token());
        var _ = Stages.failureOf(Conflict.class, hold.release());
        node.verify(key);
        await(next.renew());
        await(next.release());
        assertEquals(List.of(), await(force.unlock(key, Optional.empty())));
        assertTrue(isFree());
    }

    @Test
    protected void ofManyAtOnceOneGetsTheKey() {
        List<Optional<Hold>> got = atOnce(CLIENTS, _ -> lock().tryAcquire(key, AT_ONCE));

        assertEquals(1, got.stream().flatMap(Optional::stream).count());
        await(got.stream().flatMap(Optional::stream).findFirst().orElseThrow().release());
    }

    @Test
    protected void aKeyThatCanNotBeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> lock().tryAcquire("", AT_ONCE));
        assertThrows(IllegalArgumentException.class, () -> lock().tryAcquire("k".repeat(201), AT_ONCE));
    }

    @Test
    protected void anyKeyOfTheRightLengthWorks() {
        for (String odd : List.of("k".repeat(200), "夜市".repeat(100), " a b ", "{x}:'\"\\%_\n", "A", "a")) {
            Hold hold = await(lock().tryAcquire(odd, AT_ONCE)).orElseThrow();
            assertEquals(odd, hold.key());
            assertEquals(Optional.empty(), await(there().tryAcquire(odd, AT_ONCE)), odd);
            await(hold.release());
        }
    }
}
