package io.nightmarket.domain.lock;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.BackgroundReleases;
import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.lock.FaultyLeases.Call;
import io.nightmarket.domain.lock.FaultyLeases.Fault;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a lock makes of a store that fails, step by step in a time that passes when it is told to. */
final class LeasedLockTest {
    private static final String FIRST_HOLDER = "node:" + Integer.toHexString(new Random(1).nextInt()) + ":1";
    private static final String KEY = "key";
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final LockOptions FIXED = LockOptions.fixed(LEASE);
    private static final LockOptions WATCHED = LockOptions.watched(LEASE, LEASE.multipliedBy(10));
    private static final LockOptions WAITING = FIXED.waiting(Duration.ofMinutes(10));

    private final ManualTimers timers = new ManualTimers();
    private final InMemoryLeases memory = new InMemoryLeases(timers);
    private final FaultyLeases store = new FaultyLeases(memory);
    private final LeasedLock lock = new LeasedLock(store, timers, new Random(1), "node");
    private final DistributedLock there = new LeasedLock(memory, timers, new Random(2), "another-node");

    /** Whatever a test did: when all is over, no timer, no subscription and no lease is left. */
    @AfterEach
    void nothingIsLeft() {
        timers.advance(WATCHED.maxHoldTime());
        await(await(there.tryAcquire(KEY, FIXED)).orElseThrow().release());
        assertEquals(0, timers.waiting());
        assertEquals(0, store.openSubscriptions());
        assertEquals(0, lock.pendingReleases());
        assertTrue(memory.isEmpty());
    }

    private LockHandle acquire(LockOptions options) {
        return await(lock.tryAcquire(KEY, options)).orElseThrow();
    }

    private CompletableFuture<Optional<LockHandle>> ask(LockOptions options) {
        return lock.tryAcquire(KEY, options).toCompletableFuture();
    }

    private LockHandle holdThere() {
        return await(there.tryAcquire(KEY, FIXED)).orElseThrow();
    }

    private boolean isHeld() {
        Optional<LockHandle> got = await(there.tryAcquire(KEY, FIXED));
        got.ifPresent(handle -> await(handle.release()));
        return got.isEmpty();
    }

    private static boolean isLost(LockHandle handle) {
        return handle.lost().toCompletableFuture().isDone();
    }

    private void plan(Call call, Fault fault, int times) {
        Fault[] faults = new Fault[times];
        Arrays.fill(faults, fault);
        store.plan(call, faults);
    }

    @Test
    void theWatchdogRenewsAtEveryThirdOfTheLease() {
        LockHandle handle = acquire(WATCHED);
        for (int i = 1; i <= 12; i++) {
            timers.advance(LEASE.dividedBy(3).minus(MOMENT));
            assertEquals(i - 1, store.count(Call.RENEW));
            timers.advance(MOMENT);
            assertEquals(i, store.count(Call.RENEW));
        }
        assertTrue(isHeld());
        await(handle.release());
    }

    @Test
    void aRefusedAcquireLeavesNoTimer() {
        LockHandle handle = holdThere();
        assertTrue(await(lock.tryAcquire(KEY, WATCHED)).isEmpty());
        await(handle.release());
        assertEquals(0, timers.waiting());
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"REFUSED", "REPLY_LOST"})
    void aFailedAcquireIsTakenBackAndNeverRenewed(Fault fault) {
        store.plan(Call.TAKE, fault);

        assertEquals(
                fault == Fault.REFUSED ? Unavailable.class : TimedOut.class,
                failureOf(lock.tryAcquire(KEY, WATCHED)).getClass());

        assertEquals(0, timers.waiting());
        assertFalse(isHeld());
    }

    @Test
    void aWaitRidesOutFailures() {
        store.plan(Call.TAKE, Fault.REFUSED, Fault.REPLY_LOST, Fault.REFUSED);
        store.plan(Call.SUBSCRIBE, Fault.REFUSED);
        LockHandle earlier = holdThere();
        CompletableFuture<Optional<LockHandle>> waiting = ask(WAITING);

        timers.advance(Duration.ofSeconds(5));
        assertFalse(waiting.isDone());
        await(earlier.release());

        await(await(waiting).orElseThrow().release());
    }

    @Test
    void aWaitEndsWithTheFailureThatWasTheLastWord() {
        plan(Call.TAKE, Fault.REFUSED, 1_000);
        CompletableFuture<Optional<LockHandle>> waiting = ask(FIXED.waiting(Duration.ofSeconds(20)));

        timers.advance(Duration.ofSeconds(20).minus(MOMENT));
        assertFalse(waiting.isDone());
        timers.advance(MOMENT);

        assertInstanceOf(Unavailable.class, failureOf(waiting));
        assertTrue(store.count(Call.TAKE) < 100, "the pauses must grow");
    }

    @Test
    void aWaitWhoseLastWordWasBusyIsNoFailure() {
        store.plan(Call.TAKE, Fault.REFUSED);
        store.plan(Call.SUBSCRIBE, Fault.SLOW);
        LockHandle handle = holdThere();
        CompletableFuture<Optional<LockHandle>> waiting = ask(FIXED.waiting(Duration.ofSeconds(5)));

        timers.advance(Duration.ofSeconds(5));

        assertTrue(await(waiting).isEmpty());
        store.answer();
        await(handle.release());
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"SLOW", "SLOW_AND_LOST"})
    void aWaitInWhichTheStoreIsSilentIsNoRefusal(Fault silence) {
        store.plan(Call.TAKE, silence);
        CompletableFuture<Optional<LockHandle>> waiting = ask(FIXED.waiting(Duration.ofMillis(500)));

        timers.advance(Duration.ofMillis(500));

        assertInstanceOf(TimedOut.class, failureOf(waiting));
        store.answer();
        assertFalse(isHeld());
    }

    @Test
    void aPlaceInTheQueueIsReleasedUntilThatIsConfirmedHoweverShortTheLease() {
        LockHandle earlier = await(there.tryAcquire(KEY, LockOptions.fixed(Duration.ofMinutes(4))))
                .orElseThrow();
        Duration wait = Duration.ofMillis(2_500);
        CompletableFuture<Optional<LockHandle>> waiting =
                ask(LockOptions.fixed(Duration.ofSeconds(1)).waiting(wait));
        plan(Call.RELEASE, Fault.REFUSED, 100);

        timers.advance(wait);
        assertTrue(await(waiting).isEmpty());
        timers.advance(Duration.ofSeconds(41));
        assertEquals(1, lock.pendingReleases());
        timers.advance(Duration.ofMinutes(2));

        assertEquals(0, lock.pendingReleases());
        assertEquals(101, store.count(Call.RELEASE));
        await(earlier.release());
    }

    @Test
    void whatWasGotByALostReplyIsGivenBackWhenNobodyWantsItAnyMore() {
        store.plan(Call.TAKE, Fault.REPLY_LOST);
        CompletableFuture<Optional<LockHandle>> waiting = ask(WAITING);
        assertFalse(waiting.isDone());

        assertTrue(waiting.cancel(false));

        assertFalse(isHeld());
    }

    @Test
    void whatWasGotByALostReplyIsFoundByAskingAgain() {
        store.plan(Call.TAKE, Fault.REPLY_LOST);
        CompletableFuture<Optional<LockHandle>> waiting = ask(WAITING);

        timers.advance(Duration.ofSeconds(1));

        await(await(waiting).orElseThrow().release());
    }

    @Test
    void aWaiterThatIsCancelledWhileItOpensItsEarClosesIt() {
        LockHandle handle = holdThere();
        store.plan(Call.SUBSCRIBE, Fault.SLOW);
        CompletableFuture<Optional<LockHandle>> waiting = ask(WAITING);

        assertTrue(waiting.cancel(false));
        store.answer();

        assertEquals(0, store.openSubscriptions());
        await(handle.release());
        assertFalse(isHeld());
    }

    @Test
    void aWaiterThatIsCancelledWhileItAsksLeavesTheLine() {
        LockHandle handle = holdThere();
        store.plan(Call.TAKE, Fault.NONE, Fault.SLOW);
        CompletableFuture<Optional<LockHandle>> waiting = ask(WAITING);

        assertTrue(waiting.cancel(false));
        store.answer();
        await(handle.release());

        assertFalse(isHeld());
        assertTrue(memory.isEmpty());
    }

    @Test
    void aWaiterAsksWhenTheLeaseThatItWaitsForRunsOutAndNotBefore() {
        LockHandle dead = holdThere();
        CompletableFuture<Optional<LockHandle>> waiting = ask(WAITING);
        int asked = store.count(Call.TAKE);

        timers.advance(LEASE.minus(MOMENT));
        assertEquals(asked, store.count(Call.TAKE));
        timers.advance(MOMENT);

        assertTrue(isLost(dead));
        await(await(waiting).orElseThrow().release());
    }

    @Test
    void renewalsThatFailForAWhileAreMadeUpFor() {
        LockHandle handle = acquire(WATCHED);
        store.plan(Call.RENEW, Fault.REFUSED, Fault.REPLY_LOST, Fault.REFUSED);

        timers.advance(LEASE.multipliedBy(3));

        assertFalse(isLost(handle));
        assertTrue(isHeld());
        await(handle.release());
    }

    @Test
    void theHoldIsLostAtTheEndOfItsLeaseWhenNoRenewalSucceeds() {
        LockHandle handle = acquire(WATCHED);
        timers.advance(LEASE.dividedBy(3));
        plan(Call.RENEW, Fault.REFUSED, 100);

        timers.advance(LEASE.minus(MOMENT));
        assertFalse(isLost(handle));
        timers.advance(MOMENT);

        assertTrue(isLost(handle));
        assertEquals(0, timers.waiting());
        var _ = failureOf(Conflict.class, handle.release());
        var _ = failureOf(Conflict.class, handle.renew());
    }

    @Test
    void aRenewalThatComesTooLateBringsNothingBack() {
        LockHandle handle = acquire(WATCHED);
        plan(Call.RENEW, Fault.SLOW, 100);
        timers.advance(LEASE);
        assertTrue(isLost(handle));

        store.answer();

        assertTrue(isLost(handle));
        var _ = failureOf(Conflict.class, handle.reenter());
        assertEquals(0, timers.waiting());
    }

    @Test
    void theLeaseCountsFromBeforeItWasAskedFor() {
        store.plan(Call.TAKE, Fault.SLOW);
        CompletableFuture<Optional<LockHandle>> asked = ask(FIXED);
        timers.advance(LEASE);
        store.answer();

        LockHandle handle = await(asked).orElseThrow();
        timers.advance(Duration.ZERO);

        assertTrue(isLost(handle));
    }

    @Test
    void theWatchdogStopsAtTheLongestTimeExactly() {
        Duration longest = LEASE.multipliedBy(2).plusMillis(7);
        LockHandle handle = acquire(LockOptions.watched(LEASE, longest));

        timers.advance(longest.minus(MOMENT));
        assertFalse(isLost(handle));
        timers.advance(MOMENT);

        assertTrue(isLost(handle));
        assertEquals(0, timers.waiting());
    }

    @Test
    void aRenewalThatFindsAnotherHolderLosesAtOnce() {
        LockHandle handle = acquire(WATCHED);
        assertTrue(await(memory.release(new LeaseRequest(KEY, FIRST_HOLDER, LEASE, Duration.ZERO))));

        timers.advance(LEASE.dividedBy(3));

        assertTrue(isLost(handle));
    }

    @Test
    void aReleaseWhoseReplyWasLostIsAskedForAgainAndWell() {
        LockHandle handle = acquire(WATCHED);
        store.plan(Call.RELEASE, Fault.REPLY_LOST, Fault.REFUSED);
        var released = handle.release().toCompletableFuture();

        timers.advance(Duration.ofSeconds(1));

        await(released);
        assertEquals(3, store.count(Call.RELEASE));
        assertFalse(isLost(handle));
        assertEquals(0, timers.waiting());
    }

    @Test
    void aReleaseThatWasRefusedAndThenFindsNothingTellsThatTheLeaseWasGone() {
        LockHandle handle = acquire(FIXED);
        store.plan(Call.RELEASE, Fault.REFUSED);
        var released = handle.release().toCompletableFuture();
        assertTrue(await(memory.release(new LeaseRequest(KEY, FIRST_HOLDER, LEASE, Duration.ZERO))));

        timers.advance(Duration.ofSeconds(1));

        var _ = failureOf(Conflict.class, released);
    }

    @Test
    void aReleaseThatKeepsFailingIsLeftToTheEndOfTheLease() {
        LockHandle handle = acquire(WATCHED);
        plan(Call.RELEASE, Fault.REFUSED, 100);
        var released = handle.release().toCompletableFuture();

        timers.advance(LEASE.minus(MOMENT));
        assertInstanceOf(Unavailable.class, failureOf(released));
        assertTrue(isHeld());
        assertEquals(0, store.count(Call.RENEW));

        timers.advance(MOMENT);
        assertFalse(isHeld());
    }

    @Test
    void aReleaseGoesOnWhenItsCallerWasToldOfTheFailure() {
        LockHandle handle = acquire(LockOptions.fixed(Duration.ofHours(24)));
        plan(Call.RELEASE, Fault.REFUSED, 6);
        var released = handle.release().toCompletableFuture();

        timers.advance(Duration.ofSeconds(6));

        assertInstanceOf(Unavailable.class, failureOf(released));
        assertFalse(isHeld());
        assertEquals(7, store.count(Call.RELEASE));
    }

    @Test
    void anAcquireWhoseReplyWasLostIsGivenUpUntilThatIsConfirmed() {
        store.plan(Call.TAKE, Fault.REPLY_LOST);
        plan(Call.RELEASE, Fault.REFUSED, 10);
        assertInstanceOf(TimedOut.class, failureOf(lock.tryAcquire(KEY, LockOptions.fixed(Duration.ofHours(24)))));
        assertEquals(1, lock.pendingReleases());
        assertTrue(isHeld());

        timers.advance(Duration.ofSeconds(10));

        assertFalse(isHeld());
        assertEquals(11, store.count(Call.RELEASE));
    }

    @Test
    void aGiveUpEndsWithTheLeaseAtTheLatest() {
        store.plan(Call.TAKE, Fault.REPLY_LOST);
        plan(Call.RELEASE, Fault.REFUSED, 1_000);
        assertInstanceOf(TimedOut.class, failureOf(lock.tryAcquire(KEY, FIXED)));

        timers.advance(LEASE.plusSeconds(1));

        assertEquals(0, lock.pendingReleases());
        assertEquals(0, timers.waiting());
        assertTrue(store.count(Call.RELEASE) < 100, "the pauses must grow");
    }

    @Test
    void whereNothingWasDoneNothingIsGivenUp() {
        store.plan(Call.TAKE, Fault.REFUSED);
        assertInstanceOf(Unavailable.class, failureOf(lock.tryAcquire(KEY, FIXED)));
        assertEquals(0, store.count(Call.RELEASE));
    }

    @Test
    void noMoreGiveUpsAreRetriedThanMayBe() {
        int most = BackgroundReleases.MAX_PENDING;
        plan(Call.TAKE, Fault.REPLY_LOST, most + 1);
        plan(Call.RELEASE, Fault.REFUSED, most + 1);
        for (int i = 0; i <= most; i++) {
            assertInstanceOf(TimedOut.class, failureOf(lock.tryAcquire(KEY, FIXED)));
        }
        assertEquals(most, lock.pendingReleases());
    }

    @Test
    void aHoldThatIsVerifiedIsLostAtOnceWhenTheStoreHasItNoMore() {
        LockHandle handle = acquire(FIXED);
        lock.verify(KEY);
        assertFalse(isLost(handle));
        lock.verify("another");
        assertEquals(List.of(FIRST_HOLDER), memory.forceRelease(KEY));

        lock.verify(KEY);

        assertTrue(isLost(handle));
        assertEquals(2, store.count(Call.RENEW));
    }

    @Test
    void verifyingLengthensNoLease() {
        LockHandle handle = acquire(FIXED);
        timers.advance(LEASE.dividedBy(2));
        lock.verify(KEY);

        timers.advance(LEASE.dividedBy(2).minus(MOMENT));
        assertTrue(isHeld());
        timers.advance(MOMENT);

        assertTrue(isLost(handle));
        assertFalse(isHeld());
    }

    @Test
    void anEntryThatFailedNeedsNoRelease() {
        LockHandle handle = acquire(FIXED);
        store.plan(Call.RENEW, Fault.REPLY_LOST);
        assertInstanceOf(TimedOut.class, failureOf(handle.reenter()));

        await(handle.release());

        assertFalse(isHeld());
    }

    @Test
    void aReleaseDuringAnEntryThatThenFailsFreesTheKey() {
        LockHandle handle = acquire(FIXED);
        store.plan(Call.RENEW, Fault.SLOW_AND_LOST);
        var entered = handle.reenter();
        await(handle.release());
        assertTrue(isHeld(), "the entry may still succeed");

        store.answer();

        assertInstanceOf(TimedOut.class, failureOf(entered));
        assertFalse(isHeld());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAcquireThatIsCancelledIsNeverRenewedNorItsWorkBegun(boolean isForWork) {
        store.plan(Call.TAKE, Fault.SLOW);
        var worked = new CompletableFuture<Void>();
        CompletableFuture<?> answer =
                isForWork ? lock.withLease(KEY, WATCHED, _ -> worked).toCompletableFuture() : ask(WATCHED);

        assertTrue(answer.cancel(false));
        store.answer();

        assertFalse(isHeld());
        assertEquals(0, timers.waiting());
    }
}
