package io.nightmarket.bootstrap.verticle;

import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LockHandle;
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
 * Work that is done round by round, as a rule by one node of a cluster. That node holds a lock from round to round, which only
 * spares the others the work; after a failure it gives the lock up, for another may fare better.
 */
public final class RoundsVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(RoundsVerticle.class);
    /** A round may look at all shops there are; a node that stops has no time for that. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private static final LockOptions LEASE = LockOptions.watched(Duration.ofSeconds(10), LockOptions.MAX_HOLD_TIME);

    private final String name;
    private final Rounds rounds;
    private final Optional<DistributedLock> lock;
    private final Duration pause;
    private final Duration stopPatience;
    private final Promise<Void> ended = Promise.promise();
    private @Nullable LockHandle handle;
    private boolean stopping;
    private long timer;

    /** The work. */
    public interface Rounds {
        /** One that is cut off, or met by another node's, does no harm: the next begins again. */
        CompletionStage<Void> round();

        /** This node does it no more, until the next round. */
        default void leave() {}
    }

    /**
     * @param name of the lock, and of the work in logs
     * @param pause between rounds
     */
    public RoundsVerticle(String name, Rounds rounds, DistributedLock lock, Duration pause) {
        this(name, rounds, Optional.of(lock), pause, STOP_PATIENCE);
    }

    RoundsVerticle(String name, Rounds rounds, Optional<DistributedLock> lock, Duration pause, Duration stopPatience) {
        this.name = name;
        this.rounds = rounds;
        this.lock = lock;
        this.pause = pause;
        this.stopPatience = stopPatience;
    }

    /** Work that every node does, for the sooner it is done the better, and done twice it harms nothing. */
    public static RoundsVerticle onEveryNode(String name, Rounds rounds, Duration pause) {
        return new RoundsVerticle(name, rounds, Optional.empty(), pause, STOP_PATIENCE);
    }

    @Override
    public Future<?> start() {
        later();
        return Future.succeededFuture();
    }

    /** Completes when the lock is given up: after the round under way or, when that takes long, in the midst of it. */
    @Override
    public Future<?> stop() {
        stopping = true;
        if (vertx.cancelTimer(timer)) {
            leave();
        } else {
            timer = vertx.setTimer(Math.max(1, stopPatience.toMillis()), _ -> {
                LOG.info("The round of {} is cut off, for this node stops", name);
                release().onComplete(_ -> ended.tryComplete());
            });
        }
        return ended.future();
    }

    private void later() {
        timer = vertx.setTimer(Math.max(1, pause.toMillis()), _ -> round());
    }

    private void round() {
        isMine().compose(mine -> mine && !stopping ? await(rounds.round()) : Future.succeededFuture())
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

    private Future<Boolean> isMine() {
        if (lock.isEmpty()) {
            return Future.succeededFuture(true);
        }
        LockHandle current = handle;
        if (current == null) {
            return await(lock.get().tryAcquire(name, LEASE)).map(got -> {
                handle = got.orElse(null);
                return got.isPresent();
            });
        }
        return await(current.renew()).map(true).recover(failure -> {
            if (failure instanceof Conflict) {
                handle = null;
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
        if (handle != null) {
            rounds.leave();
        }
        return release();
    }

    private Future<Void> release() {
        LockHandle last = handle;
        handle = null;
        return last == null ? Future.succeededFuture() : await(last.release()).otherwiseEmpty();
    }

    private <T> Future<T> await(CompletionStage<T> stage) {
        return Future.fromCompletionStage(stage, context)
                .recover(failure -> Future.failedFuture(DomainFailure.causeOf(failure)));
    }
}
