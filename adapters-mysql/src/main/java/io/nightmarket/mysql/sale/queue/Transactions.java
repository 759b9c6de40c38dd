package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.concurrent.Backoff;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.MySqlFailures;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Runs transactions of the queue. One that the server gave up in favour of another is run again, a few times and not
 * after the time of a statement has passed.
 */
final class Transactions {
    private static final int TRIES = 4;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);
    private static final int LOCK_WAIT_TOO_LONG = 1205;
    private static final int DEADLOCK = 1213;
    private static final Set<Integer> GIVEN_UP = Set.of(LOCK_WAIT_TOO_LONG, DEADLOCK);

    private final Vertx vertx;
    private final Database database;
    private final Duration timeout;
    private final Backoff backoff;

    /** @param database {@link io.nightmarket.mysql.client.Databases#transactional} */
    Transactions(Vertx vertx, Database database, Duration timeout, RandomGenerator random) {
        this.vertx = vertx;
        this.database = database;
        this.timeout = timeout;
        this.backoff = new Backoff(random, FIRST_PAUSE, LONGEST_PAUSE);
    }

    /** Commits when the work succeeds; the work may be done again after it was rolled back. */
    <T> Future<T> run(Function<DatabaseSession, Future<T>> work) {
        return run(work, System.nanoTime() + timeout.toNanos(), 1);
    }

    private <T> Future<T> run(Function<DatabaseSession, Future<T>> work, long deadline, int attempt) {
        return database.inTransaction(work)
                .recover(failure -> GIVEN_UP.contains(MySqlFailures.code(failure))
                                && attempt < TRIES
                                && System.nanoTime() - deadline < 0
                        ? pause(attempt).compose(_ -> run(work, deadline, attempt + 1))
                        : Future.failedFuture(failure));
    }

    private Future<Void> pause(int attempt) {
        Promise<Void> passed = Promise.promise();
        long _ = vertx.setTimer(backoff.after(attempt).toMillis(), _ -> passed.complete());
        return passed.future();
    }
}
