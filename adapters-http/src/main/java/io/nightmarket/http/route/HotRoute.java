package io.nightmarket.http.route;

import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.request.RequestTarget;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.openapi.contract.Operation;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An operation of bursts of concurrent requests, with an id at the end of its path or none at all. It is recognised by
 * comparing, before any other route is looked at, and nothing is waited for that is known already: a trusted session
 * and a ready answer make no futures. Requests spelled otherwise, with a prefix or escapes, come by the router and are
 * answered the same.
 */
final class HotRoute {
    /** Stands for a parameter and for the id where there is none. */
    private static final String NONE = "";

    private final HttpMethod method;
    private final String path;
    private final String parameter;
    private final Responses responses;
    private final RequestLimit limit;
    private final Handler handler;

    /** Has the endpoint answer a request for the id that its path has in place of this parameter. */
    @FunctionalInterface
    interface Handler {
        CompletionStage<Answer> handle(RoutingContext ctx, String id, String parameter);
    }

    HotRoute(Operation operation, Responses responses, RequestLimit limit, Handler handler) {
        String template = operation.getOpenAPIPath();
        int brace = template.indexOf('{');
        if (brace >= 0 && template.indexOf('}') != template.length() - 1) {
            throw new IllegalArgumentException("a hot route has no parameter, or one at its end: " + template);
        }
        this.method = operation.getHttpMethod();
        this.path = brace < 0 ? template : template.substring(0, brace);
        this.parameter = brace < 0 ? NONE : template.substring(brace + 1, template.length() - 1);
        this.responses = responses;
        this.limit = limit;
        this.handler = handler;
    }

    /** The id that the request names, if any, if it is one for this route, spelled as in the contract, an id with digits. */
    @Nullable
    String idIn(HttpServerRequest request) {
        String asked = request.path();
        return asked != null
                        && asked.startsWith(path)
                        && method.equals(request.method())
                        && (parameter.equals(NONE) ? asked.length() == path.length() : endsInDigits(asked))
                        && (request.query() == null || RequestTarget.isEscaped(request.uri()))
                ? asked.substring(path.length())
                : null;
    }

    private boolean endsInDigits(String asked) {
        for (int i = path.length(); i < asked.length(); i++) {
            if (asked.charAt(i) < '0' || asked.charAt(i) > '9') {
                return false;
            }
        }
        return asked.length() > path.length();
    }

    /** Answers a request that the router brought. */
    void answerRouted(RoutingContext ctx) {
        answer(ctx, parameter.equals(NONE) ? NONE : Objects.requireNonNull(ctx.pathParam(parameter), parameter));
    }

    /** Answers a request for this id. */
    void answer(RoutingContext ctx, String id) {
        Answer refusal = limit.refusal(ctx.request());
        if (refusal == null) {
            responses.sendInTime(ctx, handler.handle(ctx, id, parameter));
        } else {
            responses.send(ctx, refusal);
        }
    }
}
