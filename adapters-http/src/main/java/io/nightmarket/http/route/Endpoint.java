package io.nightmarket.http.route;

import io.nightmarket.http.answer.Answer;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletionStage;

/** Answers requests of anybody. */
@FunctionalInterface
public interface Endpoint {
    /** May throw: a refusal for a malformed request, and whatever a bug throws. */
    CompletionStage<Answer> answer(RoutingContext ctx);
}
