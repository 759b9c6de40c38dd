package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LeaseStore.Subscription;
import io.nightmarket.domain.lock.LockHandle;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.lock.PermitStore;
import io.nightmarket.domain.lock.PermitStore.Permits;
import io.nightmarket.domain.lock.ReadWriteLock;
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

/** In which order a {@link LeaseStore} serves those who wait, and whom it lets in together, step by step. */
public abstract class LockQueueContract {
    private static final int WAITERS = 12;
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final String key = "line:" + UUID.randomUUID();
    private final List<Guest> guests = new ArrayList<>();

    /** So many views of the same keys as there are nodes; each a lock's. */
    protected abstract List<? extends LeaseStore> locks();

    /** Views of the same keys, for readers. */
    protected abstract List<? extends LeaseStore> readers();

    /** Views of the same keys as the readers', for writers. */
    protected abstract List<? extends LeaseStore> writers();

    /** Semaphores on the same keys, which have so many permits. */
    protected abstract List<? extends PermitStore> permits(int total);

    /** Somebody who takes a key in steps. */
    private final class Guest {
        private final LeaseStore store;
        private final LeaseRequest request;
        private final CompletableFuture<Void> called = new CompletableFuture<>();
        private final Subscription subscription;

        Guest(LeaseStore store, Duration lease) {
            this.store = store;
            this.request = new LeaseRequest(key, UUID.randomUUID().toString(), lease, PATIENCE);
            this.subscription = await(store.subscribe(request, in -> {
                if (in.isZero()) {
                    called.complete(null);
                }
            }));
            guests.add(this);
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

        /** Waits to be called, and comes. */
        boolean comes() {
            await(called);
            return asks();
        }

        boolean isCalled() {
            return called.isDone();
        }
    }

    private Guest guest(LeaseStore store) {
        return new Guest(store, LEASE);
    }

    private static LeaseStore node(List<? extends LeaseStore> nodes, int number) {
        return nodes.get(number % nodes.size());
    }

    @AfterEach
    void allLeave() {
        for (Guest guest : guests) {
            guest.subscription.close();
            var _ = guest.leaves();
        }
        closeNodes();
    }

    /** Ends what was opened for a test, once all have left. */
    protected void closeNodes() {}

    @Test
    protected void firstComeFirstServedWhereverTheyAre() {
        Guest holder = guest(node(locks(), 0));
        assertTrue(holder.asks());
        List<Guest> line = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            Guest waiter = guest(node(locks(), i));
            assertFalse(waiter.asks());
            line.add(waiter);
        }
        for (Guest waiter : line.reversed()) {
            assertFalse(waiter.asks(), "asking again changes no place");
        }

        Guest before = holder;
        for (Guest next : line) {
            assertFalse(next.isCalled());
            assertTrue(before.leaves());
            assertTrue(next.comes());
            before = next;
        }
        assertTrue(before.leaves());
    }

    @Test
    protected void whoComesLaterDoesNotOvertakeWhoIsCalled() {
        Guest holder = guest(node(locks(), 0));
        assertTrue(holder.asks());
        Guest waiter = guest(node(locks(), 1));
        assertFalse(waiter.asks());
        assertTrue(holder.leaves());

        assertFalse(guest(node(locks(), 0)).asks());

        assertTrue(waiter.comes());
    }

    @Test
    protected void aWriterThatDiedInLineHindersNoReader() {
        Guest reader = guest(node(readers(), 0));
        assertTrue(reader.asks());
        Guest writer = guest(node(writers(), 1));
        assertFalse(writer.asks());
        assertFalse(guest(node(readers(), 0)).asks(), "readers do not starve a writer that lives");

        writer.subscription.close();

        Guest next = guest(node(readers(), 0));
        Stages.eventually(Stages::pause, next::asks);
        assertTrue(next.leaves());
        assertTrue(reader.leaves());
    }

    @Test
    protected void whoLeavesTheLineIsPassedOver() {
        Guest holder = guest(node(locks(), 0));
        assertTrue(holder.asks());
        Guest gone = guest(node(locks(), 1));
        assertFalse(gone.asks());
        Guest next = guest(node(locks(), 0));
        assertFalse(next.asks());

        assertFalse(gone.leaves());
        assertTrue(holder.leaves());

        assertTrue(next.comes());
        assertFalse(gone.isCalled());
    }

    @Test
    protected void oneWhoIsCalledAndDoesNotComeDelaysTheNextByAReservation() {
        Guest holder = guest(node(locks(), 0));
        assertTrue(holder.asks());
        Guest deaf = guest(node(locks(), 1));
        Guest other = guest(node(locks(), 1));
        assertFalse(deaf.asks());
        assertFalse(other.asks());

        deaf.subscription.close();
        assertTrue(holder.leaves());

        Stages.eventually(Stages::pause, other::asks);
    }

    @Test
    protected void readersShareAndTheirTokensGrow() {
        long last = 0;
        for (int i = 0; i < 5; i++) {
            long token = guest(node(readers(), i)).token();
            assertTrue(token > last);
            last = token;
        }
    }

    @Test
    protected void aWriterIsAloneAndWaitsForAllReaders() {
        Guest one = guest(node(readers(), 0));
        Guest two = guest(node(readers(), 1));
        assertTrue(one.asks());
        assertTrue(two.asks());
        Guest writer = guest(node(writers(), 0));
        assertFalse(writer.asks());

        assertTrue(one.leaves());
        assertFalse(writer.asks());
        assertTrue(two.leaves());

        assertTrue(writer.comes());
        assertFalse(guest(node(writers(), 1)).asks());
        assertFalse(guest(node(readers(), 1)).asks());
    }

    @Test
    protected void readersWhoComeAfterAWriterDoNotStarveItAndFollowTogether() {
        Guest reader = guest(node(readers(), 0));
        assertTrue(reader.asks());
        Guest writer = guest(node(writers(), 1));
        assertFalse(writer.asks());
        Guest late = guest(node(readers(), 0));
        Guest later = guest(node(readers(), 1));
        assertFalse(late.asks());
        assertFalse(later.asks());

        assertTrue(reader.leaves());
        long written = writer.comes() ? writer.token() : 0;
        assertTrue(written > 0);
        assertFalse(late.asks());

        assertTrue(writer.leaves());
        assertTrue(late.comes());
        assertTrue(later.comes());
        assertTrue(late.token() > written);
    }

    @Test
    protected void aSemaphoreLetsSoManyInAndTheNextWaits() {
        List<LeaseStore> nodes = taking(1, permits(3));
        List<Guest> inside = List.of(guest(node(nodes, 0)), guest(node(nodes, 1)), guest(node(nodes, 0)));
        for (Guest guest : inside) {
            assertTrue(guest.asks());
        }
        Guest next = guest(node(nodes, 1));
        assertFalse(next.asks());

        assertTrue(inside.get(1).leaves());

        assertTrue(next.comes());
        assertFalse(guest(node(nodes, 0)).asks());
        assertEquals(3, inside.stream().filter(Guest::asks).count() + 1);
    }

    @Test
    protected void thePermitOfOneWhoDiedComesBackWithItsLease() {
        List<LeaseStore> nodes = taking(1, permits(2));
        Guest living = guest(node(nodes, 0));
        Guest dead = new Guest(node(nodes, 1), Duration.ofSeconds(3));
        assertTrue(living.asks());
        assertTrue(dead.asks());
        Guest next = guest(node(nodes, 0));
        assertFalse(next.asks());

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
        Guest three = guest(node(taking(3, semaphores), 0));
        Guest two = guest(node(taking(2, semaphores), 1));
        Guest four = guest(node(taking(4, semaphores), 1));
        assertTrue(three.asks());
        assertTrue(two.asks());
        assertFalse(four.asks());
        Guest one = guest(node(taking(1, semaphores), 0));
        assertFalse(one.asks(), "those who want few do not starve one who wants many");

        assertTrue(three.leaves());
        assertFalse(four.isCalled());
        assertTrue(two.leaves());

        assertTrue(four.comes());
        assertTrue(one.comes());
        assertEquals(new Permits(5, 0), await(semaphores.getFirst().count(key)));
    }

    @Test
    protected void whoWantsMoreThanThereIsHoldsUpNobody() {
        List<? extends PermitStore> semaphores = permits(2);
        Guest three = guest(node(taking(3, semaphores), 0));
        assertFalse(three.asks());

        assertTrue(guest(node(taking(2, semaphores), 1)).asks());
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
        Guest one = guest(node(nodes, 0));
        Guest two = guest(node(nodes, 1));
        Guest three = guest(node(nodes, 0));
        assertTrue(one.asks());
        assertTrue(two.asks());
        assertFalse(three.asks());

        await(semaphores.getLast().change(key, 3));
        assertTrue(three.comes(), "more permits wake a waiter");
        assertEquals(new Permits(3, 0), await(semaphores.getFirst().count(key)));

        await(semaphores.getFirst().change(key, 1));
        assertEquals(new Permits(1, -2), await(semaphores.getLast().count(key)));
        assertTrue(one.leaves());
        assertTrue(two.leaves());
        assertFalse(guest(node(nodes, 1)).asks(), "one is held, and there is one");
    }

    @Test
    protected void aWriterBecomesAReaderWithoutAnotherWriterInBetween() {
        List<ReadWriteLock> nodes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            nodes.add(new ReadWriteLock(
                    node(readers(), i), node(writers(), i), new RealTimers(), new Random(i), "node-" + i));
        }
        LockHandle handle = await(nodes.getFirst().writers().tryAcquire(key, LockOptions.fixed(LEASE)))
                .orElseThrow();
        long token = handle.token();
        Guest reader = guest(node(readers(), 1));
        Guest writer = guest(node(writers(), 1));
        assertFalse(reader.asks());
        assertFalse(writer.asks());

        await(nodes.getFirst().downgrade(handle));

        assertTrue(reader.comes());
        assertFalse(writer.isCalled());
        assertEquals(token, handle.token());
        await(nodes.getFirst().downgrade(handle));
        await(handle.renew());
        assertThrows(IllegalArgumentException.class, () -> nodes.getLast().downgrade(handle));
        assertTrue(reader.leaves());
        await(handle.release());
        assertTrue(writer.comes());
        var _ = Stages.failureOf(Conflict.class, nodes.getFirst().downgrade(handle));
    }
}
