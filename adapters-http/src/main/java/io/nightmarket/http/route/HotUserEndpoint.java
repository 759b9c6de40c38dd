package io.nightmarket.http.route;

import io.nightmarket.domain.account.Session;
import io.nightmarket.http.answer.Answer;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletionStage;

/** Answers requests of those who are logged in, about the thing whose id ends the path. */
@FunctionalInterface
public interface HotUserEndpoint {
    /** May throw: a refusal for a malformed request, and whatever a bug throws. */
    CompletionStage<Answer> answer(RoutingContext ctx, Session session, long id);
}
