package io.nightmarket.http.route;

import io.nightmarket.http.answer.Answer;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletionStage;

/** Answers requests of anybody, about the thing whose id ends the path. */
@FunctionalInterface
public interface HotEndpoint {
    /** May throw: a refusal for a malformed request, and whatever a bug throws. */
    CompletionStage<Answer> answer(RoutingContext ctx, long id);
}
