package io.nightmarket.bootstrap.verticle;

import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.flashsale.KeepSales;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LockOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after sales, round by round. Of the nodes of a cluster one does at a time, by a lock that only spares the others
 * the work.
 */
public final class SaleKeeperVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(SaleKeeperVerticle.class);
    private static final String LOCK = "sale-keeper";

    private final KeepSales sales;
    private final DistributedLock lock;
    private final Duration pause;
    private final Promise<Void> ended = Promise.promise();
    private boolean stopping;
    private long timer;

    /** @param pause between rounds */
    public SaleKeeperVerticle(KeepSales sales, DistributedLock lock, Duration pause) {
        this.sales = sales;
        this.lock = lock;
        this.pause = pause;
    }

    @Override
    public Future<?> start() {
        later();
        return Future.succeededFuture();
    }

    /** Completes when the round under way is done. */
    @Override
    public Future<?> stop() {
        stopping = true;
        if (vertx.cancelTimer(timer)) {
            ended.tryComplete();
        }
        return ended.future();
    }

    private void later() {
        timer = vertx.setTimer(pause.toMillis(), _ -> round());
    }

    private void round() {
        await(lock.withLease(LOCK, LockOptions.USUAL, _ -> sales.round()))
                .onFailure(failure -> LOG.warn("Looking after sales: {}", failure.toString()))
                .onComplete(_ -> {
                    if (stopping) {
                        ended.tryComplete();
                    } else {
                        later();
                    }
                });
    }

    private <T> Future<T> await(CompletionStage<T> stage) {
        return Future.fromCompletionStage(stage, context)
                .recover(failure -> Future.failedFuture(DomainFailure.causeOf(failure)));
    }
}
