package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.mysql.MySqlFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LockTable.HeldLock;
import io.nightmarket.domain.lock.LockTable.Holder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What operators see of locks in MySQL. Other tests' locks may stand beside. */
final class MySqlLockTableIT {
    private static final Duration LEASE = Duration.ofMinutes(1);

    private static MySqlFixture node;

    private final String key = "table:" + UUID.randomUUID();

    @BeforeAll
    static void open() {
        node = new MySqlFixture();
    }

    @AfterAll
    static void close() {
        node.close();
    }

    private LeaseRequest request(String holder, Duration lease) {
        return new LeaseRequest(key, holder, lease, Duration.ZERO);
    }

    private static long take(LeaseStore store, LeaseRequest request) {
        return assertInstanceOf(Attempt.Granted.class, await(store.take(request)))
                .token();
    }

    private List<HeldLock> shown() {
        return await(node.adapters().lockTable().read(1_000)).stream()
                .filter(lock -> lock.key().equals(key))
                .toList();
    }

    private static Instant now() {
        long micros = number("SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))");
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static void assertBetween(Instant from, Instant time, Instant to) {
        assertTrue(!time.isBefore(from) && !time.isAfter(to), () -> from + " <= " + time + " <= " + to);
    }

    private Holder shownHolder() {
        return shown().getFirst().holders().getFirst();
    }

    /** Answers the holder as shown. */
    private Holder isShownOnceGranted(LeaseStore store, String kind, LeaseRequest request) {
        Instant before = now();
        long token = take(store, request);
        Holder holder = shownHolder();
        Instant after = now();

        assertEquals(List.of(kind), shown().stream().map(HeldLock::kind).toList());
        assertEquals(List.of(), shown().getFirst().waiting());
        assertEquals(new Holder(request.holder(), token, 1, holder.since(), holder.until()), holder);
        assertBetween(before, holder.since(), after);
        assertBetween(before.plus(request.lease()), holder.until(), after.plus(request.lease()));
        return holder;
    }

    private void isShownWithItsDepthUntilItIsReleased(LeaseStore store, String kind) {
        LeaseRequest request = request("node:1", LEASE);
        Holder first = isShownOnceGranted(store, kind, request);

        Instant renewing = now();
        assertTrue(await(store.renew(request, 3)));
        Holder deeper = shownHolder();
        assertEquals(new Holder("node:1", first.token(), 3, first.since(), deeper.until()), deeper);
        assertBetween(renewing.plus(LEASE), deeper.until(), now().plus(LEASE));

        assertTrue(await(store.release(request)));
        assertEquals(List.of(), shown());
    }

    @Test
    void aRowIsShownFromTheGrantToTheReleaseWithItsDepth() {
        isShownWithItsDepthUntilItIsReleased(node.adapters().leases(), "row");
    }

    @Test
    void aLeaseThatEndedIsNotShown() {
        assertTrue(take(node.adapters().leases(), request("gone", Duration.ofMillis(50))) > 0);
        eventually(Stages::pause, () -> shown().isEmpty());
    }
}
