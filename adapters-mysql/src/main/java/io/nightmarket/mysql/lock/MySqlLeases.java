package io.nightmarket.mysql.lock;

import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LockEvents;
import io.nightmarket.domain.lock.LockWaiters;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/**
 * Leases as rows, which outlive a restart of the server. Each call is one statement that commits by itself, and no
 * row is locked while a request waits. The first waiter of a process asks, four to twenty times a second, and when it
 * is woken: by a release here, or by the hint of one elsewhere. The first waiter of all processes is noted in the
 * row, and no other overtakes it; the next is the first to ask then.
 */
public final class MySqlLeases implements LeaseStore {
    private final Database database;
    private final PollInterval poll;
    private final LockEvents events;
    private final LeaseRows rows = new LeaseRows();
    private final IdleLeaseCleanup sweep = new IdleLeaseCleanup();
    private final LockWaiters waiters = new LockWaiters();

    /** @param events notifies other processes of releases that they wait for */
    public MySqlLeases(Database database, RandomGenerator random, LockEvents events) {
        this.database = database;
        this.poll = new PollInterval(random);
        this.events = events;
    }

    @Override
    public CompletionStage<Attempt> take(LeaseRequest request) {
        if (request.waitTimeout().isPositive() && waiters.isBehindAnother(request.key(), request.holder())) {
            return CompletableFuture.completedStage(poll.busy());
        }
        return database.answer(
                session -> rows.take(session, request).compose(state -> attempt(session, request, state)));
    }

    @Override
    public CompletionStage<Boolean> renew(LeaseRequest request, int reentranceCount) {
        return database.answer(session -> rows.renew(session, request, reentranceCount));
    }

    @Override
    public CompletionStage<Boolean> release(LeaseRequest request) {
        return database.answer(session -> release(session, request));
    }

    private Future<Boolean> release(DatabaseSession session, LeaseRequest request) {
        Future<Boolean> released = rows.release(session, request);
        // What fails here costs a hint.
        Future<Optional<LeaseState>> after = rows.read(session, request).otherwise(Optional.empty());
        return Future.join(released, after).compose(_ -> {
            if (!released.result()) {
                return rows.leave(session, request).map(false);
            }
            waiters.wakeFirst(request.key());
            if (after.result().isPresent() && after.result().get().awaited()) {
                events.released(request.key());
            }
            return released;
        });
    }

    @Override
    public CompletionStage<Subscription> subscribe(LeaseRequest request, WakeUp wakeUp) {
        return CompletableFuture.completedStage(waiters.add(request.key(), request.holder(), wakeUp));
    }

    /** Wakes the first waiter of this process: the key may be free. */
    public void wake(String key) {
        waiters.wakeFirst(key);
    }

    /** The number of waiters in this process. */
    public int waiting() {
        return waiters.count();
    }

    private Future<Attempt> attempt(DatabaseSession session, LeaseRequest request, Optional<LeaseState> found) {
        if (found.isEmpty()) {
            return Future.succeededFuture(poll.busy(Duration.ZERO));
        }
        LeaseState state = found.get();
        if (state.ahead() && !state.mine()) {
            return rows.bringBack(session, request).map(poll.busy());
        }
        if (!state.isHeld()) {
            return Future.succeededFuture(state.awaited() ? poll.busy() : poll.busy(Duration.ZERO));
        }
        return state.mine()
                ? sweep.count(session).map(new Attempt.Granted(state.token(), request.lease()))
                : Future.succeededFuture(poll.busy(state.left()));
    }
}
