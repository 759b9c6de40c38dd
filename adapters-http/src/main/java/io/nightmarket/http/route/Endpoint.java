package io.nightmarket.http.route;

import io.nightmarket.http.answer.Answer;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletionStage;

/**
 * Answers requests of anybody. As of every endpoint, its stage may end on any thread, and the context belongs to that of
 * the request: what follows the stage leaves the context alone and puts what is to be sent into the answer.
 */
@FunctionalInterface
public interface Endpoint {
    /** May throw: a refusal for a malformed request, and whatever a bug throws. */
    CompletionStage<Answer> answer(RoutingContext ctx);
}
