package io.nightmarket.bootstrap.verticle;

import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.order.OrderBooks;
import io.nightmarket.domain.order.SettleOrders;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of one shard: takes over, then settles step by step. After a failure it pauses, longer each time, and takes
 * over anew, because only the books know how far they got.
 */
public final class OrderConsumerVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(OrderConsumerVerticle.class);
    private static final int FIRST_PAUSE_MILLIS = 50;
    private static final int LONGEST_PAUSE_MILLIS = 2_000;

    private final SettleOrders orders;
    private final RandomGenerator random;
    private final Promise<Void> ended = Promise.promise();
    private OrderBooks.@Nullable Writer writer;
    private boolean stopping;
    private int failures;

    public OrderConsumerVerticle(SettleOrders orders, RandomGenerator random) {
        this.orders = orders;
        this.random = random;
    }

    /** Completes at once: a shard whose servers are away must not keep a node from serving what it can. */
    @Override
    public Future<?> start() {
        next();
        return Future.succeededFuture();
    }

    /** Completes when the step under way is done; what is not settled by then waits in the queue. */
    @Override
    public Future<?> stop() {
        stopping = true;
        return ended.future();
    }

    private void next() {
        if (stopping) {
            leave();
        } else if (writer == null) {
            await(orders.takeOver()).onSuccess(this::begin).onFailure(this::pause);
        } else {
            await(orders.step(writer)).onSuccess(_ -> continueAfterSuccess()).onFailure(this::pause);
        }
    }

    private void begin(OrderBooks.Writer taken) {
        LOG.info("Settling orders, from entry {}", taken.lastSettled());
        writer = taken;
        next();
    }

    private void continueAfterSuccess() {
        failures = 0;
        next();
    }

    private void pause(Throwable failure) {
        if (stopping) {
            leave();
            return;
        }
        int most = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(failures, 10));
        int pause = most / 2 + random.nextInt(most / 2);
        failures++;
        LOG.warn(
                "Settling paused for {} ms after failure {}: {}",
                pause,
                failures,
                DomainFailure.causeOf(failure).toString());
        closeWriter().onComplete(_ -> vertx.setTimer(pause, _ -> next()));
    }

    private void leave() {
        closeWriter().onComplete(_ -> ended.tryComplete());
    }

    private Future<Void> closeWriter() {
        OrderBooks.Writer closing = writer;
        writer = null;
        return closing == null ? Future.succeededFuture() : await(closing.close());
    }

    private <T> Future<T> await(CompletionStage<T> stage) {
        return Future.fromCompletionStage(stage, context);
    }
}
