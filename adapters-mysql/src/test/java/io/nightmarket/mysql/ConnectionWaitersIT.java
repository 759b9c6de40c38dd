package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static io.nightmarket.mysql.MySqlFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.testkit.TestServers;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who waits for a connection's lock asks seldom. */
class ConnectionWaitersIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LEASE = Duration.ofMinutes(1);

    private static MySqlFixture here;
    private static MySqlFixture there;

    private final String key = "waiters:" + UUID.randomUUID();
    private final AtomicInteger asked = new AtomicInteger();

    @BeforeAll
    static void open() {
        here = new MySqlFixture(new MySqlConfig(TestServers.mysqlUri(), 16, TIMEOUT, TIMEOUT, TIMEOUT, MySqlTls.AUTO));
        there = new MySqlFixture();
    }

    @AfterAll
    static void close() {
        here.close();
        there.close();
    }

    private static LeaseStore store() {
        return here.adapters().connectionLeases();
    }

    private LeaseRequest request(Duration waitTimeout) {
        return new LeaseRequest(key, UUID.randomUUID().toString(), LEASE, waitTimeout);
    }

    private LeaseRequest heldElsewhere() {
        LeaseRequest holder = request(Duration.ZERO);
        assertInstanceOf(
                Attempt.Granted.class, await(there.adapters().connectionLeases().take(holder)));
        return holder;
    }

    private void waitInVain(LockOptions options) {
        LeasedLock lock = new LeasedLock(
                new Counted(store(), asked),
                new RealTimers(),
                new Random(1),
                UUID.randomUUID().toString());
        assertEquals(Optional.empty(), await(lock.tryAcquire(key, options)));
    }

    /** Counts how often a key is asked for. */
    private record Counted(LeaseStore store, AtomicInteger asked) implements LeaseStore {
        @Override
        public CompletionStage<Attempt> take(LeaseRequest request) {
            int _ = asked.incrementAndGet();
            return store.take(request);
        }

        @Override
        public CompletionStage<Boolean> renew(LeaseRequest request, int reentranceCount) {
            return store.renew(request, reentranceCount);
        }

        @Override
        public CompletionStage<Boolean> release(LeaseRequest request) {
            return store.release(request);
        }

        @Override
        public CompletionStage<Subscription> subscribe(LeaseRequest request, WakeUp wakeUp) {
            return store.subscribe(request, wakeUp);
        }
    }

    /** Twice at once, before and after it subscribed, then for a second each, and in the last second as others do. */
    @Test
    void aPatientWaiterAsksOnceASecond() {
        LeaseRequest holder = heldElsewhere();

        waitInVain(LockOptions.fixed(LEASE).waiting(Duration.ofSeconds(3)));

        assertTrue(asked.get() <= 2 + 2 + 1_000 / 50, () -> "asked " + asked + " times in 3 s");
        assertTrue(await(there.adapters().connectionLeases().release(holder)));
    }

    @Test
    void aPatientWaiterStandsInTheServersLine() {
        LeaseRequest holder = heldElsewhere();
        LeaseRequest waiter = request(LEASE);
        AtomicReference<CompletableFuture<Attempt>> asking = new AtomicReference<>(ask(waiter));
        eventually(Stages::pause, () -> {
            // It stands there for a second, in which it may not be seen on a busy machine.
            if (asking.get().isDone()) {
                asking.set(ask(waiter));
            }
            return number("SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User lock'") > 0;
        });

        assertTrue(await(there.adapters().connectionLeases().release(holder)));

        Attempt attempt = await(asking.get());
        assertInstanceOf(Attempt.Granted.class, attempt instanceof Attempt.Busy ? await(ask(waiter)) : attempt);
    }

    private static CompletableFuture<Attempt> ask(LeaseRequest request) {
        return store().take(request).toCompletableFuture();
    }

    @Test
    void aWaiterThatCanNotStandInLinePausesBetweenItsQuestions() {
        LeaseRequest holder = heldElsewhere();

        waitInVain(LockOptions.fixed(Duration.ofSeconds(2)).waiting(Duration.ofSeconds(2)));

        assertTrue(asked.get() <= 2 + 2_000 / 50, () -> "asked " + asked + " times in 2 s");
        assertTrue(await(there.adapters().connectionLeases().release(holder)));
    }

    @Test
    void onlyTheEndOfAHoldIsNews() {
        AtomicInteger wakeUps = new AtomicInteger();
        LeaseRequest waiter = request(Duration.ZERO);
        LeaseStore.Subscription subscription = await(store().subscribe(waiter, _ -> wakeUps.incrementAndGet()));
        LeaseRequest elsewhere = heldElsewhere();
        assertInstanceOf(Attempt.Busy.class, await(store().take(waiter)));
        assertEquals(0, wakeUps.get(), "its own asking");

        assertTrue(await(there.adapters().connectionLeases().release(elsewhere)));
        LeaseRequest holder = request(Duration.ZERO);
        assertInstanceOf(Attempt.Granted.class, await(store().take(holder)));
        assertInstanceOf(Attempt.Busy.class, await(store().take(waiter)));
        assertEquals(0, wakeUps.get(), "while the key is held");
        assertTrue(await(store().release(holder)));
        assertEquals(1, wakeUps.get());
        subscription.close();
    }

    @Test
    void anAskingThatFailsIsNoNews() {
        try (MySqlFixture cutOff = new MySqlFixture(new MySqlConfig(
                "mysql://nobody:nothing@127.0.0.1:1/nowhere", 1, TIMEOUT, TIMEOUT, TIMEOUT, MySqlTls.AUTO))) {
            LeaseStore store = cutOff.adapters().connectionLeases();
            AtomicInteger wakeUps = new AtomicInteger();
            LeaseRequest waiter = request(Duration.ofMinutes(1));
            LeaseStore.Subscription subscription = await(store.subscribe(waiter, _ -> wakeUps.incrementAndGet()));

            var _ = failureOf(Unavailable.class, store.take(waiter));

            assertEquals(0, wakeUps.get());
            subscription.close();
        }
    }
}
