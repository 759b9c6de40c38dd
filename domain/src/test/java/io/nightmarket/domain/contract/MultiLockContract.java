package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.assertFails;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockHandle;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.lock.MultiLock;
import io.nightmarket.domain.lock.MultiLock.Part;
import io.nightmarket.domain.lock.MultiLockHandle;
import io.nightmarket.domain.memory.RealTimers;
import java.time.Duration;
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

/** What several keys held as one keep, on two independent stores. */
public abstract class MultiLockContract {
    private static final LockOptions AT_ONCE = LockOptions.fixed(Duration.ofMinutes(1));
    private static final LockOptions WAITING = AT_ONCE.waiting(Duration.ofMinutes(1));
    private static final int ROUNDS = Suite.pick(20, 300);

    private final String id = UUID.randomUUID().toString();

    /** The first of two independent stores, the same at every call. */
    protected abstract LeaseStore one();

    /** The second. */
    protected abstract LeaseStore other();

    /** The timers of the locks, and of a store in memory. */
    protected Timers timers() {
        return new RealTimers();
    }

    /** Lets so much of their time pass. */
    protected void elapse(Duration time) {
        Stages.pause(time);
    }

    /** Is kept up while others are waited for, also when the machine does nothing for two seconds between two renewals. */
    protected Duration lease() {
        return Duration.ofSeconds(4);
    }

    private DistributedLock lock(LeaseStore leases) {
        return new LeasedLock(leases, timers(), new Random(1), UUID.randomUUID().toString());
    }

    private Part onOne(String key) {
        return new Part("one", lock(one()), key + id);
    }

    private Part onOther(String key) {
        return new Part("other", lock(other()), key + id);
    }

    private MultiLock multi(Part... parts) {
        return new MultiLock(timers(), List.of(parts));
    }

    private MultiLock three() {
        return multi(onOther("c"), onOne("b"), onOne("a"));
    }

    private static LockHandle handle(Part part) {
        return await(part.lock().tryAcquire(part.key(), AT_ONCE)).orElseThrow();
    }

    private static boolean isFree(Part part) {
        return await(part.lock().withLease(part.key(), AT_ONCE, _ -> CompletableFuture.completedStage(true)))
                .isPresent();
    }

    private boolean allFree() {
        return isFree(onOne("a")) && isFree(onOne("b")) && isFree(onOther("c"));
    }

    @Test
    protected void allAreHeldAsOneUntilAsManyReleasesAsEntries() {
        MultiLockHandle held = await(three().tryAcquire(AT_ONCE)).orElseThrow();
        assertEquals(
                List.of("a" + id, "b" + id, "c" + id),
                held.parts().stream().map(LockHandle::key).toList());
        await(held.reenter());
        await(held.reenter());
        await(held.release());
        await(held.release());
        assertFalse(isFree(onOne("a")) || isFree(onOne("b")) || isFree(onOther("c")));

        await(held.release());

        assertTrue(allFree());
        assertFails(Conflict.class, held.release());
        assertFails(Conflict.class, held.renew());
        assertFails(Conflict.class, held.reenter());
    }

    @Test
    protected void eachPartsTokenGrows() {
        MultiLockHandle first = await(three().tryAcquire(AT_ONCE)).orElseThrow();
        await(first.release());
        MultiLockHandle second = await(three().tryAcquire(AT_ONCE)).orElseThrow();

        for (int i = 0; i < 3; i++) {
            assertTrue(second.parts().get(i).token() > first.parts().get(i).token());
        }
        await(second.release());
    }

    @Test
    protected void ifOneIsHeldByAnotherNoneIsTaken() {
        for (Part part : List.of(onOne("a"), onOne("b"), onOther("c"))) {
            LockHandle handle = handle(part);

            assertEquals(Optional.empty(), await(three().tryAcquire(AT_ONCE)));

            await(handle.release());
            assertTrue(allFree());
        }
    }

    @Test
    protected void aWaitThatIsVainLeavesNothing() {
        LockHandle handle = handle(onOther("c"));

        assertEquals(
                Optional.empty(), inTime(three().tryAcquire(AT_ONCE.waiting(Duration.ofSeconds(Suite.pick(1, 3))))));

        assertTrue(isFree(onOne("a")) && isFree(onOne("b")));
        await(handle.release());
        Stages.eventually(Stages::pause, () -> isFree(onOther("c")));
    }

    @Test
    protected void allAreWaitedFor() {
        LockHandle first = handle(onOne("b"));
        LockHandle second = handle(onOther("c"));
        CompletableFuture<Optional<MultiLockHandle>> waiting =
                three().tryAcquire(WAITING).toCompletableFuture();

        await(first.release());
        assertFalse(waiting.isDone());
        await(second.release());

        await(await(waiting).orElseThrow().release());
        assertTrue(allFree());
    }

    @Test
    protected void aCancelledWaitGivesBackWhatItTook() {
        LockHandle handle = handle(onOther("c"));
        CompletableFuture<Optional<MultiLockHandle>> waiting =
                three().tryAcquire(WAITING).toCompletableFuture();
        Stages.eventually(Stages::pause, () -> !isFree(onOne("b")));

        assertTrue(waiting.cancel(false));

        Stages.eventually(Stages::pause, () -> isFree(onOne("a")) && isFree(onOne("b")));
        await(handle.release());
        Stages.eventually(Stages::pause, this::allFree);
    }

    @Test
    @Tag("outage")
    protected void aFixedLeaseEndsForAllPartsAndCountsFromWhenAllAreHeld() {
        outliveAFixedLease();
    }

    protected final void outliveAFixedLease() {
        LockHandle handle = handle(onOther("c"));
        CompletableFuture<Optional<MultiLockHandle>> waiting = three().tryAcquire(
                        LockOptions.fixed(lease()).waiting(Duration.ofMinutes(1)))
                .toCompletableFuture();
        Stages.eventually(Stages::pause, () -> !isFree(onOne("b")));
        elapse(lease().multipliedBy(3).dividedBy(2));
        assertFalse(isFree(onOne("a")), "kept up while others are waited for");
        await(handle.release());

        MultiLockHandle held = await(waiting).orElseThrow();
        inTime(held.lost());

        Stages.eventually(Stages::pause, this::allFree);
        var _ = failureOf(Conflict.class, held.release());
    }

    /** What the stage brings once some time has passed. */
    private <T extends @Nullable Object> T inTime(CompletionStage<T> stage) {
        CompletableFuture<T> waiting = stage.toCompletableFuture();
        Stages.eventually(this::elapse, waiting::isDone);
        return await(waiting);
    }

    @Test
    protected void oppositeOrdersEnd() {
        AtomicInteger inside = new AtomicInteger();
        MultiLock forth = multi(onOne("a"), onOther("c"));
        MultiLock back = multi(onOther("c"), onOne("a"));

        CompletableFuture<Void> there = rounds(forth, inside, ROUNDS);
        CompletableFuture<Void> andBack = rounds(back, inside, ROUNDS);

        Stages.await(there, Duration.ofMinutes(2));
        Stages.await(andBack, Duration.ofMinutes(2));
        assertTrue(allFree());
    }

    private static CompletableFuture<Void> rounds(MultiLock lock, AtomicInteger inside, int left) {
        if (left == 0) {
            return CompletableFuture.completedFuture(null);
        }
        return lock.withLease(WAITING, _ -> {
                    assertEquals(1, inside.incrementAndGet());
                    return CompletableFuture.supplyAsync(inside::decrementAndGet);
                })
                .thenAccept(done -> assertTrue(done.isPresent()))
                .toCompletableFuture()
                .thenComposeAsync(_ -> rounds(lock, inside, left - 1));
    }

    @Test
    protected void workOfFailingPartsLeavesNothing() {
        Conflict failure = new Conflict("as planned");
        assertEquals(failure, failureOf(three().withLease(AT_ONCE, _ -> CompletableFuture.failedStage(failure))));
        assertTrue(allFree());
    }

    @Test
    protected void duplicatesAndNothingAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> multi());
        assertThrows(IllegalArgumentException.class, () -> multi(onOne("a"), onOther("a"), onOne("a")));
        await(await(multi(onOne("a"), onOther("a")).tryAcquire(AT_ONCE))
                .orElseThrow()
                .release());
    }
}
