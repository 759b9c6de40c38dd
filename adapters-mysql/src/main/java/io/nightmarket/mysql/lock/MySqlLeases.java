package io.nightmarket.mysql.lock;

import io.nightmarket.domain.lock.Claim;
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
 * Leases as rows, which outlive a restart of the server. Each call is one statement that commits by itself, and no row
 * is locked while anybody waits. Of a process the first waiter asks, four to twenty times a second, and when it is woken:
 * by a release here, or by the hint of one elsewhere. The first of them all is noted in the row, and no other overtakes
 * it; who follows it is a matter of who asks first.
 */
public final class MySqlLeases implements LeaseStore {
    private final Database database;
    private final Poll poll;
    private final LockEvents events;
    private final LeaseRows rows = new LeaseRows("row");
    private final Sweep sweep = new Sweep();
    private final LockWaiters waiters = new LockWaiters();

    /** @param events carries releases that others wait for to the other processes */
    public MySqlLeases(Database database, RandomGenerator random, LockEvents events) {
        this.database = database;
        this.poll = new Poll(random);
        this.events = events;
    }

    @Override
    public CompletionStage<Attempt> take(Claim claim) {
        if (claim.patience().isPositive() && waiters.isBehindAnother(claim.key(), claim.holder())) {
            return CompletableFuture.completedStage(poll.busy());
        }
        return database.onSession(session -> rows.take(session, claim).compose(state -> attempt(session, claim, state)))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> renew(Claim claim, int depth) {
        return database.onSession(session -> rows.renew(session, claim, depth)).toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> release(Claim claim) {
        return database.onSession(session -> release(session, claim)).toCompletionStage();
    }

    private Future<Boolean> release(DatabaseSession session, Claim claim) {
        Future<Boolean> released = rows.release(session, claim);
        // What fails here costs a hint.
        Future<Optional<LeaseRows.State>> after = rows.read(session, claim).otherwise(Optional.empty());
        return Future.join(released, after).compose(_ -> {
            if (!released.result()) {
                return rows.leave(session, claim).map(false);
            }
            waiters.wakeFirst(claim.key());
            if (after.result().isPresent() && after.result().get().awaited()) {
                events.released(claim.key());
            }
            return released;
        });
    }

    @Override
    public CompletionStage<Listening> listen(Claim claim, News news) {
        return CompletableFuture.completedStage(waiters.add(claim.key(), claim.holder(), news));
    }

    /** Wakes the first waiter of this process: the key may be free. */
    public void wake(String key) {
        waiters.wakeFirst(key);
    }

    /** How many wait for a key in this process. */
    public int waiting() {
        return waiters.count();
    }

    private Future<Attempt> attempt(DatabaseSession session, Claim claim, Optional<LeaseRows.State> found) {
        if (found.isEmpty()) {
            return Future.succeededFuture(poll.busy(Duration.ZERO));
        }
        LeaseRows.State state = found.get();
        if (!state.isHeld()) {
            return Future.succeededFuture(state.awaited() ? poll.busy() : poll.busy(Duration.ZERO));
        }
        return state.mine()
                ? sweep.count(session).map(new Attempt.Granted(state.token(), claim.lease()))
                : Future.succeededFuture(poll.busy(state.left()));
    }
}
