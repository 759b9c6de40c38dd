package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.lock.LockTable.HeldLock;
import io.nightmarket.domain.lock.LockTable.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What operators see of locks in every {@link LockTable}. Other tests' locks may stand beside. */
public abstract class LockTableContract {
    protected static final Duration LEASE = Duration.ofMinutes(1);

    private final String key = "夜市:" + UUID.randomUUID();

    protected abstract LockTable table();

    protected abstract LeaseStore locks();

    /** By which the table calls these locks. */
    protected abstract String kind();

    /** The server's own clock. */
    protected abstract Instant now();

    private List<HeldLock> shown() {
        return await(table().read(1_000)).stream()
                .filter(lock -> lock.key().equals(key))
                .toList();
    }

    private Holder shownHolder() {
        return shown().getFirst().holders().getFirst();
    }

    protected static long take(LeaseStore store, LeaseRequest request) {
        return assertInstanceOf(Attempt.Granted.class, await(store.take(request)))
                .token();
    }

    /** A table may show milliseconds only. */
    private static void assertBetween(Instant from, Instant time, Instant to) {
        assertTrue(!time.isBefore(from.minusMillis(1)) && !time.isAfter(to), () -> from + " <= " + time + " <= " + to);
    }

    @Test
    protected void aHolderIsShownFromTheGrantToTheReleaseWithItsDepth() {
        LeaseRequest request = new LeaseRequest(key, "node:1", LEASE, Duration.ZERO);
        Instant before = now();
        long token = take(locks(), request);
        Holder first = shownHolder();
        Instant after = now();
        assertEquals(List.of(new HeldLock(kind(), key, List.of(first), List.of())), shown());
        assertEquals(new Holder("node:1", token, 1, first.since(), first.until()), first);
        assertBetween(before, first.since(), after);
        assertBetween(before.plus(LEASE), first.until(), after.plus(LEASE));

        Instant renewing = now();
        assertTrue(await(locks().renew(request, 3)));
        Holder deeper = shownHolder();
        assertEquals(new Holder("node:1", token, 3, first.since(), deeper.until()), deeper);
        assertBetween(renewing.plus(LEASE), deeper.until(), now().plus(LEASE));

        assertTrue(await(locks().release(request)));
        assertEquals(List.of(), shown());
    }

    @Test
    protected void aLeaseThatEndedIsNotShown() {
        assertEquals(List.of(), shown(), "and the first connection, which takes its time, is there");
        assertTrue(take(locks(), new LeaseRequest(key, "gone", Duration.ofMillis(300), Duration.ZERO)) > 0);
        eventually(Stages::pause, () -> shown().isEmpty());
    }
}
