package io.nightmarket.mysql.order;

import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.function.Function;

/**
 * Transactions under a fence. The first statement locks the shard's row and finds the writer's own fence in it, or
 * another's and then nothing is done; it moves the last settled entry on in the same step.
 */
final class FencedWork {
    private static final String MOVE_ON =
            "UPDATE order_shard SET last_ms = ?, last_seq = ? WHERE shard = ? AND fence = ?";

    private final DatabaseSession session;
    private final Shard shard;
    private final long fence;

    FencedWork(DatabaseSession session, Shard shard, long fence) {
        this.session = session;
        this.shard = shard;
        this.fence = fence;
    }

    DatabaseSession session() {
        return session;
    }

    Shard shard() {
        return shard;
    }

    /**
     * Runs the work, told when the fence was found to hold; its reads may be sent before. Commits when it succeeds.
     * After {@code Corrupt} everything is rolled back and the connection is good; after any other failure it is cut,
     * because what the server did is unknown.
     */
    <T> Future<T> upTo(EntryId last, Function<Future<Void>, Future<T>> work) {
        Future<Void> fenced = session.run(MOVE_ON, last.millis(), last.sequence(), shard.number(), fence)
                .compose(this::mustHold);
        return finish(work.apply(fenced));
    }

    /** Runs work that needs no fence, because it may be done by anybody and any number of times. */
    <T> Future<T> unfenced(Function<DatabaseSession, Future<T>> work) {
        return finish(work.apply(session));
    }

    private Future<Void> mustHold(RowSet<Row> moved) {
        return moved.rowCount() == 1
                ? Future.succeededFuture()
                : Future.failedFuture(new Conflict("shard " + shard.number() + " has another writer"));
    }

    private <T> Future<T> finish(Future<T> work) {
        return work.compose(result -> session.command("COMMIT").map(result)).recover(this::abandon);
    }

    private <T> Future<T> abandon(Throwable failure) {
        if (failure instanceof Corrupt) {
            return session.command("ROLLBACK").onFailure(_ -> session.cut()).compose(_ -> Future.failedFuture(failure));
        }
        session.cut();
        return Future.failedFuture(failure);
    }
}
