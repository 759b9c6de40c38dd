package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.lock.DistributedLock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What every {@link DistributedLock} keeps. */
public abstract class DistributedLockContract {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(200);

    private final String key = "contract:" + UUID.randomUUID();

    /** The lock of the test, the same at every call. */
    protected abstract DistributedLock lock();

    /** Lets time pass. */
    protected abstract void elapse(Duration time);

    private CompletionStage<Optional<String>> quickWork() {
        return lock().withLease(key, LONG, _ -> CompletableFuture.completedStage("done"));
    }

    @Test
    protected void workIsDoneAndItsAnswerGiven() {
        assertEquals(Optional.of("done"), await(quickWork()));
    }

    @Test
    protected void theKeyIsFreeAfterTheWork() {
        assertEquals(Optional.of("done"), await(quickWork()));
        assertEquals(Optional.of("done"), await(quickWork()));
    }

    @Test
    protected void whileOneHoldsTheKeyNoOtherWorks() {
        CompletableFuture<String> working = new CompletableFuture<>();
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletionStage<Optional<String>> first = lock().withLease(key, LONG, _ -> {
            begun.complete(null);
            return working;
        });
        await(begun);
        AtomicInteger worked = new AtomicInteger();

        Optional<Integer> second =
                await(lock().withLease(key, LONG, _ -> CompletableFuture.completedStage(worked.incrementAndGet())));

        assertEquals(Optional.empty(), second);
        assertEquals(0, worked.get());
        working.complete("first");
        assertEquals(Optional.of("first"), await(first));
        assertEquals(Optional.of("done"), await(quickWork()));
    }

    @Test
    protected void anotherKeyIsNotHindered() {
        Optional<Optional<String>> nested = await(lock().withLease(
                        key,
                        LONG,
                        _ -> lock().withLease(key + ":other", LONG, _ -> CompletableFuture.completedStage("inner"))));

        assertEquals(Optional.of(Optional.of("inner")), nested);
    }

    @Test
    protected void ofSixteenAtOnceNoTwoWorkTogether() {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();

        List<Optional<Integer>> answers = atOnce(
                16,
                _ -> lock().withLease(
                                key,
                                LONG,
                                _ -> CompletableFuture.supplyAsync(() -> {
                                    int now = inside.incrementAndGet();
                                    var _ = most.accumulateAndGet(now, Math::max);
                                    Stages.pause(Duration.ofMillis(5));
                                    return inside.decrementAndGet();
                                })));

        assertEquals(1, most.get());
        assertTrue(answers.stream().anyMatch(Optional::isPresent));
    }

    @Test
    protected void theKeyIsFreeAfterWorkThatFailed() {
        Conflict failure = new Conflict("as planned");

        assertSame(failure, failureOf(lock().withLease(key, LONG, _ -> CompletableFuture.failedStage(failure))));

        assertEquals(Optional.of("done"), await(quickWork()));
    }

    @Test
    protected void theKeyIsFreeAfterWorkThatThrew() {
        IllegalStateException bug = new IllegalStateException("as planned");

        assertSame(bug, failureOf(lock().withLease(key, LONG, _ -> {
            throw bug;
        })));

        assertEquals(Optional.of("done"), await(quickWork()));
    }

    @Test
    protected void eachHoldNamesItsKeyAndHasATokenOfItsOwn() {
        DistributedLock.Hold first = await(lock().withLease(key, LONG, CompletableFuture::completedStage))
                .orElseThrow();
        DistributedLock.Hold second = await(lock().withLease(key, LONG, CompletableFuture::completedStage))
                .orElseThrow();

        assertEquals(key, first.key());
        assertNotEquals(first.token(), second.token());
    }

    @Test
    protected void aHolderThatNeverEndsLosesTheKeyWithItsLease() {
        var _ = lock().withLease(key, SHORT, _ -> new CompletableFuture<String>());

        eventually(this::elapse, () -> await(quickWork()).isPresent());
    }

    @Test
    protected void aHolderThatIsLateDoesNotReleaseItsSuccessor() {
        CompletableFuture<String> late = new CompletableFuture<>();
        CompletionStage<Optional<String>> first = lock().withLease(key, SHORT, _ -> late);
        CompletableFuture<String> successor = new CompletableFuture<>();
        AtomicInteger succeeded = new AtomicInteger();
        eventually(this::elapse, () -> {
            CompletableFuture<Boolean> attempt = new CompletableFuture<>();
            var _ = lock().withLease(key, LONG, _ -> {
                        succeeded.incrementAndGet();
                        attempt.complete(true);
                        return successor;
                    })
                    .whenComplete((_, _) -> attempt.complete(false));
            return await(attempt);
        });

        late.complete("late");
        assertEquals(Optional.of("late"), await(first));

        assertEquals(Optional.empty(), await(quickWork()));
        assertEquals(1, succeeded.get());
        successor.complete("after");
    }

    @Test
    protected void aHolderMayHoldAgainAndAgainAndNobodyElseMeanwhile() {
        DistributedLock.Hold mine = new DistributedLock.Hold(key, "mine");
        DistributedLock.Hold other = new DistributedLock.Hold(key, "other");

        assertTrue(await(lock().hold(mine, LONG)));
        assertTrue(await(lock().hold(mine, LONG)));
        assertFalse(await(lock().hold(other, LONG)));
        assertEquals(Optional.empty(), await(quickWork()));
    }

    @Test
    protected void aHolderThatKeepsAskingOutlivesItsLease() {
        DistributedLock.Hold mine = new DistributedLock.Hold(key, "mine");
        for (int i = 0; i < 10; i++) {
            assertTrue(await(lock().hold(mine, SHORT)));
            elapse(SHORT.dividedBy(4));
        }
        assertFalse(await(lock().hold(new DistributedLock.Hold(key, "other"), SHORT)));
    }

    @Test
    protected void aHolderThatStopsAskingLosesTheKeyWithItsLease() {
        DistributedLock.Hold mine = new DistributedLock.Hold(key, "mine");
        DistributedLock.Hold other = new DistributedLock.Hold(key, "other");
        assertTrue(await(lock().hold(mine, SHORT)));

        eventually(this::elapse, () -> await(lock().hold(other, LONG)));

        assertFalse(await(lock().hold(mine, LONG)));
        assertFalse(await(lock().release(mine)), "what was lost can't be given up");
        assertFalse(await(lock().hold(mine, LONG)), "and the successor still has it");
    }

    @Test
    protected void aReleasedKeyIsFreeAtOnceAndReleasedOnce() {
        DistributedLock.Hold mine = new DistributedLock.Hold(key, "mine");
        assertTrue(await(lock().hold(mine, LONG)));

        assertTrue(await(lock().release(mine)));
        assertFalse(await(lock().release(mine)));
        assertTrue(await(lock().hold(new DistributedLock.Hold(key, "other"), LONG)));
    }
}
