package io.nightmarket.mysql.lock;

import io.nightmarket.domain.lock.Claim;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/**
 * Leases as rows, which outlive a restart of the server. Each call is one statement that commits by itself, and no row
 * is locked while anybody waits. Those who wait in this process are called when the key is released here; of releases
 * elsewhere they learn by asking, four to twenty times a second. So nobody stands in one line over all processes.
 */
public final class MySqlLeases implements LeaseStore {
    private final Database database;
    private final Poll poll;
    private final LeaseRows rows = new LeaseRows("row");
    private final Sweep sweep = new Sweep();
    private final Ears ears = new Ears();

    public MySqlLeases(Database database, RandomGenerator random) {
        this.database = database;
        this.poll = new Poll(random);
    }

    @Override
    public CompletionStage<Attempt> take(Claim claim) {
        return database.onSession(session -> rows.take(session, claim).compose(state -> attempt(session, claim, state)))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> renew(Claim claim, int depth) {
        return database.onSession(session -> rows.renew(session, claim, depth)).toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> release(Claim claim) {
        return database.onSession(session -> rows.release(session, claim))
                .onSuccess(held -> {
                    if (held) {
                        ears.tell(claim.key());
                    }
                })
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Listening> listen(Claim claim, News news) {
        return Future.succeededFuture(ears.open(claim, news)).toCompletionStage();
    }

    /** How many wait for a key in this process. */
    public int waiting() {
        return ears.count();
    }

    private Future<Attempt> attempt(DatabaseSession session, Claim claim, Optional<LeaseRows.State> found) {
        if (found.isEmpty() || !found.get().isHeld()) {
            return Future.succeededFuture(poll.busy(Duration.ZERO));
        }
        LeaseRows.State state = found.get();
        return state.mine()
                ? sweep.count(session).map(new Attempt.Granted(state.token(), claim.lease()))
                : Future.succeededFuture(poll.busy(state.left()));
    }
}
