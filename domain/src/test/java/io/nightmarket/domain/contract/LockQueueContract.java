package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LeaseStore.Subscription;
import io.nightmarket.domain.lock.LockHandle;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.lock.PermitStore;
import io.nightmarket.domain.lock.PermitStore.Permits;
import io.nightmarket.domain.lock.Semaphore;
import io.nightmarket.domain.memory.RealTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** In which order a {@link LeaseStore} serves waiters, and which it admits together, step by step. */
public abstract class LockQueueContract {
    private static final int WAITERS = 12;
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration WAIT_TIMEOUT = Duration.ofMinutes(5);

    private final String key = "line:" + UUID.randomUUID();
    private final List<Waiter> waiters = new ArrayList<>();

    /** Views of the same keys, one per node; each a lock's. */
    protected abstract List<? extends LeaseStore> locks();

    /** Views of the same keys, for readers. */
    protected abstract List<? extends LeaseStore> readers();

    /** Views of the same keys as the readers', for writers. */
    protected abstract List<? extends LeaseStore> writers();

    /** Semaphores on the same keys, which have this number of permits. */
    protected abstract List<? extends PermitStore> permits(int total);

    /** A request for a key, in steps. */
    private final class Waiter {
        private final LeaseStore store;
        private final LeaseRequest request;
        private final CompletableFuture<Void> woken = new CompletableFuture<>();
        private final Subscription subscription;

        Waiter(LeaseStore store, Duration lease) {
            this.store = store;
            this.request = new LeaseRequest(key, UUID.randomUUID().toString(), lease, WAIT_TIMEOUT);
            this.subscription = await(store.subscribe(request, in -> {
                if (in.isZero()) {
                    woken.complete(null);
                }
            }));
            waiters.add(this);
        }

        boolean asks() {
            return await(store.take(request)) instanceof Attempt.Granted;
        }

        long token() {
            return await(store.take(request)) instanceof Attempt.Granted granted ? granted.token() : 0;
        }

        boolean leaves() {
            return await(store.release(request));
        }

        /** Waits to be woken, and asks. */
        boolean asksWhenWoken() {
            await(woken);
            return asks();
        }

        boolean isWoken() {
            return woken.isDone();
        }
    }

    private Waiter waiter(LeaseStore store) {
        return new Waiter(store, LEASE);
    }

    /** One that asks and gets the key. */
    private Waiter holder(List<? extends LeaseStore> nodes, int number) {
        Waiter waiter = waiter(node(nodes, number));
        assertTrue(waiter.asks());
        return waiter;
    }

    /** One that asks and stands in line. */
    private Waiter queued(List<? extends LeaseStore> nodes, int number) {
        Waiter waiter = waiter(node(nodes, number));
        assertFalse(waiter.asks());
        return waiter;
    }

    private static LeaseStore node(List<? extends LeaseStore> nodes, int number) {
        return nodes.get(number % nodes.size());
    }

    @AfterEach
    void allLeave() {
        for (Waiter waiter : waiters) {
            waiter.subscription.close();
            var _ = waiter.leaves();
        }
        closeNodes();
    }

    /** Ends what was opened for a test, once all have left. */
    protected void closeNodes() {}

    @Test
    protected void firstComeFirstServedWhereverTheyAre() {
        Waiter holder = holder(locks(), 0);
        List<Waiter> queue = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            Waiter waiter = queued(locks(), i);
            queue.add(waiter);
        }
        for (Waiter waiter : queue.reversed()) {
            assertFalse(waiter.asks(), "asking again changes no place");
        }

        Waiter before = holder;
        for (Waiter next : queue) {
            assertFalse(next.isWoken());
            assertTrue(before.leaves());
            assertTrue(next.asksWhenWoken());
            before = next;
        }
        assertTrue(before.leaves());
    }

    @Test
    protected void aWriterThatDiedInLineHindersNoReader() {
        Waiter reader = holder(readers(), 0);
        Waiter writer = queued(writers(), 1);
        assertFalse(waiter(node(readers(), 0)).asks(), "readers do not starve a writer that lives");

        writer.subscription.close();

        Waiter next = waiter(node(readers(), 0));
        Stages.eventually(Stages::pause, next::asks);
        assertTrue(next.leaves());
        assertTrue(reader.leaves());
    }

    @Test
    protected void whoLeavesTheLineIsPassedOver() {
        Waiter holder = holder(locks(), 0);
        Waiter gone = queued(locks(), 1);
        Waiter next = queued(locks(), 0);

        assertFalse(gone.leaves());
        assertTrue(holder.leaves());

        assertTrue(next.asksWhenWoken());
        assertFalse(gone.isWoken());
    }

    @Test
    protected void oneWhoIsCalledAndDoesNotComeDelaysTheNextByAReservation() {
        Waiter holder = holder(locks(), 0);
        Waiter deaf = queued(locks(), 1);
        Waiter other = queued(locks(), 1);

        deaf.subscription.close();
        assertTrue(holder.leaves());

        Stages.eventually(Stages::pause, other::asks);
    }

    @Test
    protected void readersShareAndTheirTokensGrow() {
        long last = 0;
        for (int i = 0; i < 5; i++) {
            long token = waiter(node(readers(), i)).token();
            assertTrue(token > last);
            last = token;
        }
    }

    @Test
    protected void aWriterIsAloneWaitsForAllReadersAndIsNotStarvedByThoseWhoFollowTogether() {
        Waiter one = holder(readers(), 0);
        Waiter two = holder(readers(), 1);
        Waiter writer = queued(writers(), 1);
        Waiter late = queued(readers(), 0);
        Waiter later = queued(readers(), 1);

        assertTrue(one.leaves());
        assertFalse(writer.asks());
        assertTrue(two.leaves());
        long written = writer.asksWhenWoken() ? writer.token() : 0;
        assertTrue(written > 0);
        assertFalse(late.asks());
        assertFalse(waiter(node(writers(), 0)).asks());

        assertTrue(writer.leaves());
        assertTrue(late.asksWhenWoken());
        assertTrue(later.asksWhenWoken());
        assertTrue(late.token() > written);
    }

    @Test
    protected void aSemaphoreLetsSoManyInAndTheNextWaits() {
        List<LeaseStore> nodes = taking(1, permits(3));
        List<Waiter> inside = List.of(waiter(node(nodes, 0)), waiter(node(nodes, 1)), waiter(node(nodes, 0)));
        for (Waiter waiter : inside) {
            assertTrue(waiter.asks());
        }
        Waiter next = queued(nodes, 1);

        assertTrue(inside.get(1).leaves());

        assertTrue(next.asksWhenWoken());
        assertFalse(waiter(node(nodes, 0)).asks());
        assertEquals(3, inside.stream().filter(Waiter::asks).count() + 1);
    }

    @Test
    protected void thePermitOfOneWhoDiedComesBackWithItsLease() {
        List<LeaseStore> nodes = taking(1, permits(2));
        Waiter living = waiter(node(nodes, 0));
        Waiter dead = new Waiter(node(nodes, 1), Duration.ofSeconds(3));
        assertTrue(living.asks());
        assertTrue(dead.asks());
        Waiter next = queued(nodes, 0);

        Stages.eventually(Stages::pause, next::asks);

        assertFalse(dead.leaves(), "its lease is over");
        assertTrue(living.leaves());
    }

    private static List<LeaseStore> taking(int permits, List<? extends PermitStore> semaphores) {
        return semaphores.stream().map(semaphore -> semaphore.leases(permits)).toList();
    }

    @Test
    protected void severalPermitsAreTakenAtOnceAllOrNone() {
        List<? extends PermitStore> semaphores = permits(5);
        Waiter three = holder(taking(3, semaphores), 0);
        Waiter two = holder(taking(2, semaphores), 1);
        Waiter four = queued(taking(4, semaphores), 1);
        Waiter one = waiter(node(taking(1, semaphores), 0));
        assertFalse(one.asks(), "those who want few do not starve one who wants many");

        assertTrue(three.leaves());
        assertFalse(four.isWoken());
        assertTrue(two.leaves());

        assertTrue(four.asksWhenWoken());
        assertTrue(one.asksWhenWoken());
        assertEquals(new Permits(5, 0), await(semaphores.getFirst().count(key)));
    }

    @Test
    protected void whoWantsMoreThanThereIsHoldsUpNobody() {
        List<? extends PermitStore> semaphores = permits(2);
        var _ = queued(taking(3, semaphores), 0);

        assertTrue(waiter(node(taking(2, semaphores), 1)).asks());
    }

    @Test
    protected void aSemaphoreIsSharedByNodesAndItsWaitersAreServedWhenThereAreMorePermits() {
        List<Semaphore> nodes = new ArrayList<>();
        for (PermitStore store : permits(3)) {
            nodes.add(new Semaphore(store, new RealTimers(), new Random(nodes.size()), "node-" + nodes.size()));
        }
        LockOptions options = LockOptions.fixed(LEASE);
        LockHandle two = await(nodes.getFirst().tryAcquire(key, 2, options)).orElseThrow();
        assertEquals(Optional.empty(), await(nodes.getLast().tryAcquire(key, 2, options)));
        CompletionStage<Optional<LockHandle>> waiting =
                nodes.getLast().tryAcquire(key, 2, options.waiting(Duration.ofMinutes(1)));

        await(nodes.getFirst().change(key, 4));

        LockHandle more = await(waiting).orElseThrow();
        assertEquals(new Permits(4, 0), await(nodes.getFirst().permits(key)));
        await(two.release());
        await(more.release());
        assertEquals(new Permits(4, 4), await(nodes.getFirst().permits(key)));
        assertThrows(IllegalArgumentException.class, () -> nodes.getFirst().tryAcquire(key, 0, options));
        assertThrows(IllegalArgumentException.class, () -> nodes.getFirst().change(key, 1_001));
    }

    @Test
    protected void theNumberOfPermitsIsChangedForAllAndTold() {
        List<? extends PermitStore> semaphores = permits(2);
        assertEquals(new Permits(2, 2), await(semaphores.getFirst().count(key)));
        List<LeaseStore> nodes = taking(1, semaphores);
        Waiter one = holder(nodes, 0);
        Waiter two = holder(nodes, 1);
        Waiter three = queued(nodes, 0);

        await(semaphores.getLast().change(key, 3));
        assertTrue(three.asksWhenWoken(), "more permits wake a waiter");
        assertEquals(new Permits(3, 0), await(semaphores.getFirst().count(key)));

        await(semaphores.getFirst().change(key, 1));
        assertEquals(new Permits(1, -2), await(semaphores.getLast().count(key)));
        assertTrue(one.leaves());
        assertTrue(two.leaves());
        assertFalse(waiter(node(nodes, 1)).asks(), "one is held, and there is one");
    }
}
