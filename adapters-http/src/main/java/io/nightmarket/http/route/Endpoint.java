package io.nightmarket.http.route;

import io.nightmarket.http.answer.Answer;
import java.util.concurrent.CompletionStage;

/**
 * Answers the requests for one operation. Its stage may end on any thread, and the request belongs to its event loop:
 * what follows the stage leaves the request alone and puts what is to be sent into the answer.
 */
@FunctionalInterface
public interface Endpoint {
    /** May throw: a refusal for a malformed request, and whatever a bug throws. */
    CompletionStage<Answer> answer(Request request);
}
