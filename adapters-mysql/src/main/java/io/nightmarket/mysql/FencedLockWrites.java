package io.nightmarket.mysql;

import io.nightmarket.domain.lock.LockHandle;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.fence.FencedTransactions;
import io.nightmarket.mysql.fence.FencingTokenTable;
import io.nightmarket.mysql.fence.FencingTokens;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Writes under a lock, for users of locks (settlement uses {@code FencedTransactions}), which a holder that was paused for
 * longer than its lease can no longer do. What is guarded has the
 * lock's key for its name, and is guarded by the tokens of one kind of lock that MySQL keeps, rows or connections: the
 * tokens of one key are all different, so an equal one is the same handle again. Tokens of other stores do not compare.
 */
public final class FencedLockWrites {
    private final FencingTokens tokens;

    FencedLockWrites(Databases databases) {
        this.tokens = new FencingTokens(databases, FencingTokenTable.ANY);
    }

    /** The statements of a transaction; their time-out is that of settling. */
    @FunctionalInterface
    public interface Statements {
        Future<RowSet<Row>> run(String sql, Object... values);
    }

    /** Transactions of a handle, one after the other, on a connection of their own. */
    public interface Fenced {
        /**
         * Runs the work in a transaction whose first statement checks this handle's token, and commits when the work
         * succeeds. Fails with {@code Conflict}, and writes nothing, when a later handle has entered.
         */
        <T> CompletionStage<T> write(Function<Statements, Future<T>> work);

        /** Closes the connection. Never fails. */
        CompletionStage<Void> close();
    }

    /**
     * Makes the handle's token the one that may write, and ends the connection of the handle before, which may be paused
     * inside of a transaction. One that enters again ends its own earlier connection. Fails with {@code Conflict} when a
     * later handle has entered, and does not disturb it. The caller closes what it gets.
     */
    public CompletionStage<Fenced> enter(LockHandle handle) {
        return tokens.enter(Buffer.buffer(handle.key()), handle.token())
                .<Fenced>map(OfHandle::new)
                .toCompletionStage();
    }

    private record OfHandle(FencedTransactions work) implements Fenced {
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
