package io.nightmarket.bootstrap.verticle;

import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.Hold;
import io.nightmarket.domain.lock.LockOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that is done round by round: by one node of a cluster, or by each. The one holds a lock from round to round, which
 * only spares the others the work; after a failure it gives the lock up, for another may fare better. While the lock's
 * store is away, and for a lease after that, none may have it: what can't wait for that is done by each.
 */
public final class RoundsVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(RoundsVerticle.class);
    private static final LockOptions LEASE = LockOptions.watched(Duration.ofSeconds(10), LockOptions.LONGEST_LEASE);

    private final String name;
    private final Rounds rounds;
    private final Optional<DistributedLock> lock;
    private final Duration pause;
    private final Promise<Void> ended = Promise.promise();
    private @Nullable Hold hold;
    private boolean stopping;
    private long timer;

    /** The work. */
    public interface Rounds {
        CompletionStage<Void> round();

        /** This node does it no more, until the next round. */
        default void leave() {}
    }

    /**
     * Of one node.
     *
     * @param name of the lock, and of the work in logs
     * @param pause between rounds
     */
    public RoundsVerticle(String name, Rounds rounds, DistributedLock lock, Duration pause) {
        this(name, rounds, Optional.of(lock), pause);
    }

    /**
     * Of each node.
     *
     * @param name of the work in logs
     * @param pause between rounds
     */
    public RoundsVerticle(String name, Rounds rounds, Duration pause) {
        this(name, rounds, Optional.empty(), pause);
    }

    private RoundsVerticle(String name, Rounds rounds, Optional<DistributedLock> lock, Duration pause) {
        this.name = name;
        this.rounds = rounds;
        this.lock = lock;
        this.pause = pause;
    }

    @Override
    public Future<?> start() {
        later();
        return Future.succeededFuture();
    }

    /** Completes when the round under way is done, and the lock given up. */
    @Override
    public Future<?> stop() {
        stopping = true;
        if (vertx.cancelTimer(timer)) {
            leave();
        }
        return ended.future();
    }

    private void later() {
        timer = vertx.setTimer(Math.max(1, pause.toMillis()), _ -> round());
    }

    private void round() {
        lock.map(this::isMine)
                .orElseGet(() -> Future.succeededFuture(true))
                .compose(mine -> mine ? await(rounds.round()) : Future.succeededFuture())
                .recover(failure -> {
                    LOG.warn("The round of {} failed: {}", name, failure.toString());
                    return giveUp();
                })
                .onComplete(_ -> {
                    if (stopping) {
                        leave();
                    } else {
                        later();
                    }
                });
    }

    private Future<Boolean> isMine(DistributedLock shared) {
        Hold current = hold;
        if (current == null) {
            return await(shared.tryAcquire(name, LEASE)).map(got -> {
                hold = got.orElse(null);
                return got.isPresent();
            });
        }
        return await(current.renew()).map(true).recover(failure -> {
            if (failure instanceof Conflict) {
                hold = null;
                rounds.leave();
                return Future.succeededFuture(false);
            }
            return Future.failedFuture(failure);
        });
    }

    private void leave() {
        giveUp().onComplete(_ -> ended.tryComplete());
    }

    private Future<Void> giveUp() {
        Hold last = hold;
        hold = null;
        if (last == null) {
            return Future.succeededFuture();
        }
        rounds.leave();
        return await(last.release()).otherwiseEmpty();
    }

    private <T> Future<T> await(CompletionStage<T> stage) {
        return Future.fromCompletionStage(stage, context)
                .recover(failure -> Future.failedFuture(DomainFailure.causeOf(failure)));
    }
}
