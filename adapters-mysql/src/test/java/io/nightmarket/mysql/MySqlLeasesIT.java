package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.mysql.MySqlFixture.execute;
import static io.nightmarket.mysql.MySqlFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.DistributedLockContract;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.mysql.lock.MySqlLeases;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MySqlLeasesIT extends DistributedLockContract {
    @AutoClose
    private static final MySqlFixture HERE = new MySqlFixture();

    @AutoClose
    private static final MySqlFixture THERE = new MySqlFixture();

    /** The first connections take their time, which the leases of these tests don't have. */
    @BeforeAll
    static void connect() {
        await(HERE.adapters().ping());
        await(THERE.adapters().ping());
    }

    @Override
    protected LeaseStore store() {
        return HERE.adapters().leases();
    }

    @Override
    protected LeaseStore storeOfAnotherNode() {
        return THERE.adapters().leases();
    }

    /** A renewal is a commit to disk, which on a busy machine takes its time. */
    @Override
    protected Duration lease() {
        return Duration.ofSeconds(1);
    }

    @Override
    protected LockTable table() {
        return THERE.adapters().lockTable();
    }

    @Override
    protected boolean isForgotten(String lock) {
        return number("SELECT COUNT(*) FROM lock_lease WHERE name = ? AND ends_at > UTC_TIMESTAMP(6)", bytes(lock)) == 0
                && ((MySqlLeases) store()).waiting() == 0
                && ((MySqlLeases) storeOfAnotherNode()).waiting() == 0;
    }

    private static byte[] bytes(String lock) {
        return ("row:" + lock).getBytes(StandardCharsets.UTF_8);
    }

    private static LeaseRequest request(String key, String holder) {
        return new LeaseRequest(key, holder, Duration.ofMinutes(1), Duration.ZERO);
    }

    private long take(LeaseRequest request) {
        return assertInstanceOf(Attempt.Granted.class, await(store().take(request)))
                .token();
    }

    @Test
    void namesThatDifferInABlankOrACaseAreDifferent() {
        String name = "names:" + UUID.randomUUID();
        for (String key : new String[] {name, name + " ", name + "a", name + "A", name + "ä", name + "a\0"}) {
            assertTrue(take(request(key, "one-who-has-them-all")) > 0, key);
        }
    }

    @Test
    void aRowFreeForOverADayIsRemovedAndTokensGoOnGrowing() {
        String idle = "idle:" + UUID.randomUUID();
        LeaseRequest request = request(idle, "long-ago");
        long token = take(request);
        assertTrue(await(store().release(request)));
        var _ = execute(
                "UPDATE lock_lease SET ends_at = UTC_TIMESTAMP(6) - INTERVAL 25 HOUR WHERE name = ?", bytes(idle));

        String busy = sweepUntil(() -> rowsOf(idle) == 0);

        assertEquals(0, rowsOf(idle));
        assertEquals(1, rowsOf(busy), "what was free for less than a day stays");
        assertTrue(take(request(idle, "today")) > token);
    }

    /** Takes and releases a key, which sweeps now and then; answers the key. */
    private String sweepUntil(BooleanSupplier isSwept) {
        String busy = "busy:" + UUID.randomUUID();
        for (int i = 0; !isSwept.getAsBoolean() && i < 100_000; i++) {
            LeaseRequest one = request(busy, "holder-" + i);
            var _ = take(one);
            assertTrue(await(store().release(one)));
        }
        return busy;
    }

    private static long rowsOf(String lock) {
        return rows(bytes(lock));
    }

    private static long rows(byte[] name) {
        return number("SELECT COUNT(*) FROM lock_lease WHERE name = ?", name);
    }

    @Test
    void aRowWhoseTokenIsAheadOfTheClockGoesOnFromThere() {
        String key = "ahead:" + UUID.randomUUID();
        LeaseRequest request = request(key, "one");
        long token = take(request);
        assertTrue(await(store().release(request)));
        var _ = execute("UPDATE lock_lease SET token = token + 1000000000000 WHERE name = ?", bytes(key));

        assertEquals(token + 1_000_000_000_001L, take(request(key, "another")));
    }
}
