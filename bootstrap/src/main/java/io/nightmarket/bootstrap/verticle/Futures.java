package io.nightmarket.bootstrap.verticle;

import io.nightmarket.domain.base.DomainFailure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.concurrent.CompletionStage;

/** Stages of the domain as futures of a verticle. */
final class Futures {
    private Futures() {}

    /** Completes on the context; a failure is freed of wrappers. */
    static <T> Future<T> of(CompletionStage<T> stage, Context context) {
        return Future.fromCompletionStage(stage, context)
                .recover(failure -> Future.failedFuture(DomainFailure.causeOf(failure)));
    }
}
