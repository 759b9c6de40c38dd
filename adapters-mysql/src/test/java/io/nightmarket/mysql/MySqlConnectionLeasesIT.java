package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.mysql.MySqlFixture.execute;
import static io.nightmarket.mysql.MySqlFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.DistributedLockContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.mysql.lock.MySqlConnectionLeases;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MySqlConnectionLeasesIT extends DistributedLockContract {
    private static final String NAME = "CONCAT('lock-', SHA2(CONCAT(SHA2(?, 224), DATABASE()), 224))";

    private static MySqlFixture here;
    private static MySqlFixture there;

    /** The first connections take their time, which the leases of these tests don't have. */
    @BeforeAll
    static void open() {
        here = new MySqlFixture();
        there = new MySqlFixture();
        for (MySqlFixture node : List.of(here, there)) {
            LeaseRequest first = request(Duration.ofMinutes(1));
            assertTrue(take(node.adapters().connectionLeases(), first) > 0);
            assertTrue(await(node.adapters().connectionLeases().release(first)));
        }
    }

    @AfterAll
    static void close() {
        here.close();
        there.close();
    }

    @Override
    protected LeaseStore store() {
        return here.adapters().connectionLeases();
    }

    @Override
    protected LeaseStore storeOfAnotherNode() {
        return there.adapters().connectionLeases();
    }

    /** The server counts in whole seconds; one alone would be lost when the machine is busy with other things. */
    @Override
    protected Duration lease() {
        return Duration.ofSeconds(2);
    }

    /** Leases of two seconds take long to end here; the other stores do it in the fast suite. */
    @Override
    @Test
    @Tag("outage")
    protected void aWatchdogBarksNoLongerThanItMay() {
        outliveTheWatchdog();
    }

    @Override
    protected LockTable table() {
        return there.adapters().lockTable();
    }

    /** The server gives the lock to one of those who wait in it, and to nobody in particular of the others. */
    @Override
    protected boolean keepsOrder() {
        return false;
    }

    @Override
    protected boolean isForgotten(String lock) {
        return holder(lock) == 0 && isIdle(store()) && isIdle(storeOfAnotherNode());
    }

    private static boolean isIdle(LeaseStore store) {
        MySqlConnectionLeases leases = (MySqlConnectionLeases) store;
        return leases.connections() == 0 && leases.waiting() == 0;
    }

    /** The connection that has the lock, or 0. */
    private static long holder(String lock) {
        return number("SELECT COALESCE(IS_USED_LOCK(" + NAME + "), 0)", lock.getBytes(StandardCharsets.UTF_8));
    }

    private static LeaseRequest request(Duration lease) {
        return new LeaseRequest(
                "connection:" + UUID.randomUUID(), UUID.randomUUID().toString(), lease, Duration.ZERO);
    }

    private static long take(LeaseStore store, LeaseRequest request) {
        return assertInstanceOf(Attempt.Granted.class, await(store.take(request)))
                .token();
    }

    /** A server closes a connection that it ends before it frees what that one held. */
    private static long takeWhenFree(LeaseStore store, LeaseRequest request) {
        eventually(Stages::pause, () -> await(store.take(request)) instanceof Attempt.Granted);
        return take(store, request);
    }

    private static LeaseRequest another(LeaseRequest request) {
        return new LeaseRequest(request.key(), UUID.randomUUID().toString(), request.lease(), request.waitTimeout());
    }

    @Test
    void aHoldWhoseConnectionIsLostIsLost() {
        LeaseRequest request = request(Duration.ofMinutes(1));
        long token = take(store(), request);

        var _ = execute("KILL " + holder(request.key()));

        eventually(Stages::pause, () -> !await(store().renew(request, 1)));
        assertFalse(await(store().release(request)));
        LeaseRequest next = another(request);
        assertTrue(takeWhenFree(storeOfAnotherNode(), next) > token);
        assertTrue(await(storeOfAnotherNode().release(next)));
    }

    @Test
    void theServerEndsAHolderThatIsPaused() {
        LeaseRequest request = request(lease());
        try (MySqlFixture paused = new MySqlFixture()) {
            CountDownLatch wake = new CountDownLatch(1);
            long token = take(paused.adapters().connectionLeases(), request);
            paused.pauseUntil(wake);
            LeaseRequest next =
                    new LeaseRequest(request.key(), UUID.randomUUID().toString(), Duration.ofMinutes(1), Duration.ZERO);
            assertTrue(takeWhenFree(storeOfAnotherNode(), next) > token);
            wake.countDown();

            assertFalse(await(paused.adapters().connectionLeases().renew(request, 1)));
            assertTrue(await(storeOfAnotherNode().release(next)));
        }
    }

    /** Without a limit of its own it would have the lock for as long as the server bears with silent connections: 8 hours. */
    @Test
    void aProcessThatIsPausedWhileTheServerServesItBlocksForTwoSeconds() {
        LeaseRequest holding = request(Duration.ofMinutes(1));
        assertTrue(take(store(), holding) > 0);
        try (MySqlFixture paused = new MySqlFixture()) {
            CountDownLatch wake = new CountDownLatch(1);
            LeaseStore waiting = paused.adapters().connectionLeases();
            LeaseRequest waiter = another(holding).waiting(Duration.ofMinutes(1));
            eventually(Stages::pause, () -> {
                var _ = waiting.take(waiter);
                return number("SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User lock'") > 0;
            });
            paused.pauseUntil(wake);
            assertTrue(await(store().release(holding)));

            LeaseRequest next = another(holding);
            assertTrue(takeWhenFree(storeOfAnotherNode(), next) > 0);
            assertTrue(await(storeOfAnotherNode().release(next)));
            wake.countDown();
        }
    }

    @Test
    void aLeaseThatNobodyRenewsEndsItsConnection() {
        LeaseRequest request = request(Duration.ofMillis(100));
        assertTrue(take(store(), request) > 0);
        eventually(Stages::pause, () -> isForgotten(request.key()));
        assertFalse(await(store().renew(request, 1)));
    }

    @Test
    @Tag("outage")
    void aConnectionThatIsGivenBackLosesItsShortPatience() {
        Duration lease = Duration.ofSeconds(Suite.pick(3, 6));
        LeaseRequest request = request(lease);
        assertTrue(take(store(), request) > 0);
        long connection = holder(request.key());
        assertTrue(await(store().release(request)));
        Stages.pause(lease.plusMillis(500));
        assertEquals(1, number("SELECT COUNT(*) FROM information_schema.processlist WHERE id = ?", connection));
    }

    /** What operators see. */
    @Test
    void theRowFollowsTheHold() {
        LeaseRequest request = request(Duration.ofMinutes(1));
        assertTrue(take(store(), request) > 0);
        long end = row(request, "UNIX_TIMESTAMP(ends_at) * 1000000");
        assertEquals(1, row(request, "depth"));

        assertTrue(await(store().renew(request, 2)));
        assertTrue(row(request, "UNIX_TIMESTAMP(ends_at) * 1000000") > end);
        assertEquals(2, row(request, "depth"));

        assertTrue(await(store().release(request)));
        assertEquals(1, row(request, "holder = '' AND ends_at <= UTC_TIMESTAMP(6)"));
    }

    private static long row(LeaseRequest request, String what) {
        return number(
                "SELECT " + what + " FROM lock_lease WHERE name = ?",
                ("connection:" + request.key()).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void moreKeysThanConnectionsAreUnavailable() {
        List<LeaseRequest> held = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            LeaseRequest request = request(Duration.ofMinutes(1));
            assertTrue(take(store(), request) > 0);
            held.add(request);
        }

        var _ = Stages.failureOf(Unavailable.class, store().take(request(Duration.ofMinutes(1))));

        held.forEach(request -> assertTrue(await(store().release(request))));
        LeaseRequest next = request(Duration.ofMinutes(1));
        assertTrue(take(store(), next) > 0);
        assertTrue(await(store().release(next)));
    }
}
