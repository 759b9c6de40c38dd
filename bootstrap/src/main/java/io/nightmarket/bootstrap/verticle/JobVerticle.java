package io.nightmarket.bootstrap.verticle;

import io.nightmarket.bootstrap.VertxTimers;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LeaderLease;
import io.nightmarket.domain.lock.LeaderLease.Leadership;
import io.nightmarket.domain.lock.LockOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a job again and again, as a rule on one node of a cluster: on the leader, which keeps its lease from iteration to
 * iteration. That only spares the others the work. After a failure it gives the lease up, since another may succeed.
 */
public final class JobVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(JobVerticle.class);

    /** An iteration may take minutes; a node that stops does not wait that long. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private static final LockOptions LEASE = LockOptions.watched(Duration.ofSeconds(10), LockOptions.MAX_HOLD_TIME);

    private final String name;
    private final Job job;
    private final Optional<DistributedLock> lock;
    private final Duration interval;
    private final Duration stopTimeout;
    private final Promise<Void> ended = Promise.promise();
    private Optional<LeaderLease> lease = Optional.empty();
    private boolean isLeader;
    private boolean isStopping;
    private long timer;

    /** The work. */
    public interface Job {
        /** One iteration. One that is interrupted, or runs on two nodes, does no harm: the next begins again. */
        CompletionStage<Void> run();

        /** Another node may lead until the next iteration. */
        default void onLeadershipLost() {}

        /** A job that forgets what it knew when another node may lead. */
        static Job of(Supplier<CompletionStage<Void>> run, Runnable onLeadershipLost) {
            return new Job() {
                @Override
                public CompletionStage<Void> run() {
                    return run.get();
                }

                @Override
                public void onLeadershipLost() {
                    onLeadershipLost.run();
                }
            };
        }
    }

    /**
     * @param name the name of the lock, and of the job in logs
     * @param interval between iterations
     */
    public JobVerticle(String name, Job job, DistributedLock lock, Duration interval) {
        this(name, job, Optional.of(lock), interval, STOP_TIMEOUT);
    }

    JobVerticle(String name, Job job, Optional<DistributedLock> lock, Duration interval, Duration stopTimeout) {
        this.name = name;
        this.job = job;
        this.lock = lock;
        this.interval = interval;
        this.stopTimeout = stopTimeout;
    }

    /**
     * A job that deletes what is old enough.
     *
     * @param step deletes some and answers how many; it is repeated until nothing is left
     */
    public static JobVerticle pruning(
            String name, Supplier<CompletionStage<Integer>> step, DistributedLock lock, Duration interval) {
        return new JobVerticle(name, () -> OneByOne.untilNothingIsLeft(step), lock, interval);
    }

    /** A job that every node runs, since running it sooner helps and running it twice does no harm. */
    public static JobVerticle onEveryNode(String name, Job job, Duration interval) {
        return new JobVerticle(name, job, Optional.empty(), interval, STOP_TIMEOUT);
    }

    @Override
    public Future<?> start() {
        lease = lock.map(known -> new LeaderLease(known, name, LEASE, new VertxTimers(vertx)));
        runLater();
        return Future.succeededFuture();
    }

    /** Completes when the lease is given up: after the iteration under way or, when that takes long, during it. */
    @Override
    public Future<?> stop() {
        isStopping = true;
        if (vertx.cancelTimer(timer)) {
            end();
        } else {
            timer = vertx.setTimer(Math.max(1, stopTimeout.toMillis()), _ -> {
                LOG.info("An iteration of {} is interrupted, because this node stops", name);
                release().onComplete(_ -> ended.tryComplete());
            });
        }
        return ended.future();
    }

    private void runLater() {
        timer = vertx.setTimer(Math.max(1, interval.toMillis()), _ -> run());
    }

    private void run() {
        lead().compose(leads -> leads && !isStopping ? await(job.run()) : Future.succeededFuture())
                .recover(failure -> {
                    LOG.warn("An iteration of {} failed, the next follows: {}", name, failure.toString());
                    return giveUp();
                })
                .onComplete(_ -> {
                    if (isStopping) {
                        end();
                    } else {
                        runLater();
                    }
                });
    }

    private Future<Boolean> lead() {
        return lease.isEmpty()
                ? Future.succeededFuture(true)
                : await(lease.get().acquireOrRenew()).map(leadership -> {
                    if (leadership != Leadership.KEPT) {
                        loseLeadership();
                    }
                    isLeader = leadership != Leadership.NONE;
                    return isLeader;
                });
    }

    private void loseLeadership() {
        if (isLeader) {
            isLeader = false;
            job.onLeadershipLost();
        }
    }

    private void end() {
        giveUp().onComplete(_ -> ended.tryComplete());
    }

    private Future<Void> giveUp() {
        loseLeadership();
        return release();
    }

    private Future<Void> release() {
        return lease.isEmpty()
                ? Future.succeededFuture()
                : await(lease.get().release()).otherwiseEmpty();
    }

    private <T> Future<T> await(CompletionStage<T> stage) {
        return Futures.of(stage, context);
    }
}
