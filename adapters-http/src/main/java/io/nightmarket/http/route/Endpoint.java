package io.nightmarket.http.route;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.answer.Answer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests for one operation. Its stage may end on any thread, and the request belongs to its event loop:
 * what follows the stage leaves the request alone and puts what is to be sent into the answer.
 */
@FunctionalInterface
public interface Endpoint {
    /** May throw: a refusal for a malformed request, and whatever a bug throws. */
    CompletionStage<Answer> answer(Request request);

    /** The endpoint, for users that this does not refuse. */
    static Endpoint limitedByUser(Function<UserId, @Nullable Answer> limit, Endpoint endpoint) {
        return request -> answer(limit.apply(request.session().user()), request, endpoint);
    }

    /** The endpoint, for requests that this does not refuse, as hot operations have it. */
    static Endpoint limited(RequestLimit limit, Endpoint endpoint) {
        return request -> answer(limit.refusal(request.context().request()), request, endpoint);
    }

    private static CompletionStage<Answer> answer(@Nullable Answer refusal, Request request, Endpoint endpoint) {
        return refusal == null ? endpoint.answer(request) : CompletableFuture.completedStage(refusal);
    }
}
