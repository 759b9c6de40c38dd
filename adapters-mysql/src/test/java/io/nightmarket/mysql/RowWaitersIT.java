package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LockEvents;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Waiters for the lock of a row are woken by the hints of other nodes, step by step. */
class RowWaitersIT {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final List<String> PUBLISHED = new CopyOnWriteArrayList<>();

    @AutoClose
    private static final MySqlFixture THERE = new MySqlFixture();

    @AutoClose
    private static final MySqlFixture HERE = new MySqlFixture(MySqlFixture.CONFIG, new LockEvents() {
        @Override
        public void released(String released) {
            PUBLISHED.add(released);
            THERE.adapters().wakeWaiter(released);
        }

        @Override
        public void forceUnlocked(String unlocked) {}
    });

    private final String key = "row-waiters:" + UUID.randomUUID();

    @AfterEach
    void forget() {
        PUBLISHED.clear();
    }

    private LeaseRequest request(Duration waitTimeout) {
        return new LeaseRequest(key, UUID.randomUUID().toString(), LEASE, waitTimeout);
    }

    private static boolean take(LeaseStore store, LeaseRequest request) {
        return await(store.take(request)) instanceof Attempt.Granted;
    }

    @Test
    void aWaiterOfAnotherNodeIsWokenByTheRelease() {
        LeaseRequest holder = request(Duration.ZERO);
        assertTrue(take(HERE.adapters().leases(), holder));
        LeaseStore elsewhere = THERE.adapters().leases();
        LeaseRequest waiter = request(LEASE);
        CompletableFuture<Void> woken = new CompletableFuture<>();
        LeaseStore.Subscription subscription = await(elsewhere.subscribe(waiter, _ -> woken.complete(null)));
        assertInstanceOf(Attempt.Busy.class, await(elsewhere.take(waiter)));
        assertEquals(
                List.of(waiter.holder()),
                await(HERE.adapters().lockTable().read(1_000)).stream()
                        .filter(lock -> lock.key().equals(key))
                        .findFirst()
                        .orElseThrow()
                        .waiting());

        assertTrue(await(HERE.adapters().leases().release(holder)));

        await(woken);
        assertTrue(take(elsewhere, waiter));
        subscription.close();
        assertTrue(await(elsewhere.release(waiter)));
    }

    @Test
    void aReleaseThatNobodyWaitsForIsNotPublished() {
        LeaseRequest holder = request(Duration.ZERO);
        assertTrue(take(HERE.adapters().leases(), holder));
        LeaseRequest gone = request(LEASE);
        assertInstanceOf(Attempt.Busy.class, await(THERE.adapters().leases().take(gone)));
        assertEquals(false, await(THERE.adapters().leases().release(gone)));

        assertTrue(await(HERE.adapters().leases().release(holder)));

        assertEquals(List.of(), PUBLISHED);
    }

    @Test
    void ofAProcessOnlyTheFirstWaiterAsksTheServer() {
        LeaseRequest holder = request(Duration.ZERO);
        assertTrue(take(HERE.adapters().leases(), holder));
        LeaseStore elsewhere = THERE.adapters().leases();
        LeaseRequest first = request(LEASE);
        LeaseRequest second = request(LEASE);
        LeaseStore.Subscription one = await(elsewhere.subscribe(first, _ -> {}));
        LeaseStore.Subscription two = await(elsewhere.subscribe(second, _ -> {}));
        assertTrue(await(HERE.adapters().leases().release(holder)));

        assertInstanceOf(Attempt.Busy.class, await(elsewhere.take(second)), "though the lock is free");
        assertTrue(take(elsewhere, first));

        one.close();
        assertTrue(await(elsewhere.release(first)));
        assertTrue(take(elsewhere, second));
        two.close();
        assertTrue(await(elsewhere.release(second)));
    }
}
