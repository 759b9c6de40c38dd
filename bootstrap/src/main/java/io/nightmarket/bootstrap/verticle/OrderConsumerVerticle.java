package io.nightmarket.bootstrap.verticle;

import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.sale.recovery.ShardWriter;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Consumes the orders of one shard and settles them, or stands by. After failures it pauses, longer each time. */
public final class OrderConsumerVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(OrderConsumerVerticle.class);
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(2);

    private final ShardWriter shard;
    private final Backoff backoff;
    private final SettlementProgress progress;
    private final Promise<Void> ended = Promise.promise();
    private boolean stopping;
    private int failures;

    public OrderConsumerVerticle(ShardWriter shard, RandomGenerator random, SettlementProgress progress) {
        this.shard = shard;
        this.backoff = new Backoff(random, MAX_BACKOFF);
        this.progress = progress;
    }

    /** Completes at once: a shard whose servers are away must not keep a node from serving what it can. */
    @Override
    public Future<?> start() {
        next();
        return Future.succeededFuture();
    }

    /** Completes when the iteration under way is done; what is not settled by then waits in the queue. */
    @Override
    public Future<?> stop() {
        stopping = true;
        return ended.future();
    }

    private void next() {
        if (stopping) {
            leave();
        } else {
            await(shard.iterate()).onSuccess(this::goOn).onFailure(this::recover);
        }
    }

    private void goOn(ShardWriter.Iteration iteration) {
        switch (iteration) {
            case STANDBY -> {
                progress.stoodBy();
                failures = 0;
                later(shard.pause().toMillis());
            }
            case TOOK_OVER -> {
                LOG.info("This node settles the orders of {} now", shard.key());
                next();
            }
            case RECOVERED -> {
                LOG.info("The queue of {} was verified and opened: buyers are admitted", shard.key());
                progress.recovered();
                next();
            }
            case SETTLED, IDLE -> {
                // Not a take-over: a new writer may fail at once. Where nothing waits, all is settled.
                progress.settled(failures);
                failures = 0;
                next();
            }
        }
    }

    private void recover(Throwable failure) {
        failures++;
        long pause = backoff.after(failures).toMillis();
        if (!stopping) {
            progress.failed(failures, failure);
            LOG.warn("Settling paused for {} ms after failure {}: {}", pause, failures, failure.toString());
        }
        later(pause);
    }

    private void later(long millis) {
        vertx.setTimer(stopping ? 1 : millis, _ -> next());
    }

    private void leave() {
        await(shard.leave())
                .onFailure(failure -> LOG.warn("The shard is left to the end of its lease: {}", failure.toString()))
                .onComplete(_ -> ended.tryComplete());
    }

    private <T> Future<T> await(CompletionStage<T> stage) {
        return Futures.of(stage, context);
    }
}
