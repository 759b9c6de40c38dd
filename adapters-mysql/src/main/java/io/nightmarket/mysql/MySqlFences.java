package io.nightmarket.mysql;

import io.nightmarket.domain.lock.LockHandle;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.fence.FenceTable;
import io.nightmarket.mysql.fence.FencedWork;
import io.nightmarket.mysql.fence.Fences;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Writing under a lock, so that a holder which was paused for longer than its lease writes nothing any more. What is
 * guarded has the lock's key for its name, and is guarded by the tokens of one kind of lock that MySQL keeps, rows or
 * connections: the tokens of one key are all different, so an equal one is the same hold again. Tokens that were counted
 * elsewhere do not compare with these.
 */
public final class MySqlFences {
    private final Fences fences;

    MySqlFences(Databases databases) {
        this.fences = new Fences(databases, FenceTable.ANY);
    }

    /** The statements of a transaction; their deadlines are the settlement's. */
    @FunctionalInterface
    public interface Statements {
        Future<RowSet<Row>> run(String sql, Object... values);
    }

    /** Transactions of a hold, one after the other, on a connection of their own. */
    public interface Fenced {
        /**
         * Runs the work in a transaction whose first statement finds the fence where this hold put it, and commits when
         * the work succeeds. Fails with {@code Conflict}, and writes nothing, when a later hold has entered.
         */
        <T> CompletionStage<T> write(Function<Statements, Future<T>> work);

        /** Closes the connection. Never fails. */
        CompletionStage<Void> close();
    }

    /**
     * Raises the fence to the hold's token and ends the connection of the hold before, which may be paused inside of a
     * transaction. A hold that enters again ends its own earlier connection. Fails with {@code Conflict} when a later
     * hold has entered, and does not disturb it. The caller that got one closes it.
     */
    public CompletionStage<Fenced> enter(LockHandle handle) {
        return fences.enter(Buffer.buffer(handle.key()), handle.token())
                .<Fenced>map(OfHold::new)
                .toCompletionStage();
    }

    private record OfHold(FencedWork work) implements Fenced {
        @Override
        public <T> CompletionStage<T> write(Function<Statements, Future<T>> statements) {
            return work.guarded(List.of(), fence -> fence.compose(_ -> statements.apply(work.session()::run)))
                    .toCompletionStage();
        }

        @Override
        public CompletionStage<Void> close() {
            return work.close().toCompletionStage();
        }
    }
}
