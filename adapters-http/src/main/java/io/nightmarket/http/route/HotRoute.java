package io.nightmarket.http.route;

import io.nightmarket.domain.account.Session;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.request.Targets;
import io.nightmarket.http.session.Sessions;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.openapi.contract.Operation;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An operation that a crowd calls at once, with an id at the end of its path. It is told by comparing, before any other
 * route is looked at, and nothing is waited for that is known already: a trusted session and a ready answer make no
 * futures. Requests spelled otherwise, with a prefix or escapes, come by the router and are answered the same.
 */
final class HotRoute {
    private final HttpMethod method;
    private final String path;
    private final String parameter;
    private final Sessions sessions;
    private final Responses responses;
    private final HotEndpoint endpoint;

    HotRoute(Operation operation, Sessions sessions, Responses responses, HotEndpoint endpoint) {
        String template = operation.getOpenAPIPath();
        int brace = template.indexOf('{');
        if (brace < 0 || template.indexOf('}') != template.length() - 1) {
            throw new IllegalArgumentException("a hot route has one parameter, at its end: " + template);
        }
        this.method = operation.getHttpMethod();
        this.path = template.substring(0, brace);
        this.parameter = template.substring(brace + 1, template.length() - 1);
        this.sessions = sessions;
        this.responses = responses;
        this.endpoint = endpoint;
    }

    /** The id that the request names, if it is one for this route, spelled as in the contract, with an id of digits. */
    @Nullable
    String idIn(HttpServerRequest request) {
        String asked = request.path();
        return asked != null
                        && asked.startsWith(path)
                        && method.equals(request.method())
                        && endsInDigits(asked)
                        && (request.query() == null || Targets.isEscaped(request.uri()))
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
        answer(ctx, Objects.requireNonNull(ctx.pathParam(parameter), parameter));
    }

    /** Answers a request for this id. */
    void answer(RoutingContext ctx, String id) {
        Answer refusal = endpoint.refusal(ctx.request());
        if (refusal != null) {
            responses.send(ctx, refusal);
            return;
        }
        Future<Session> session = sessions.require(ctx.request());
        if (session.succeeded()) {
            answer(ctx, session.result(), id);
        } else {
            var _ = session.onSuccess(found -> answer(ctx, found, id)).onFailure(ctx::fail);
        }
    }

    private void answer(RoutingContext ctx, Session session, String id) {
        try {
            CompletableFuture<Answer> asked = ask(ctx, session, id).toCompletableFuture();
            // Throws when it failed already.
            @Nullable Answer known = asked.getNow(null);
            if (known != null) {
                responses.send(ctx, known);
            } else {
                var _ = Future.fromCompletionStage(asked, ctx.vertx().getOrCreateContext())
                        .onSuccess(late -> send(ctx, late))
                        .onFailure(ctx::fail);
            }
        } catch (RuntimeException failure) {
            ctx.fail(failure);
        }
    }

    private CompletionStage<Answer> ask(RoutingContext ctx, Session session, String id) {
        return endpoint.answer(ctx, session, Ids.parse(id, parameter));
    }

    /** A failure to write the answer is a failure of the request too, or the client would wait for ever. */
    private void send(RoutingContext ctx, Answer answer) {
        try {
            responses.send(ctx, answer);
        } catch (RuntimeException failure) {
            ctx.fail(failure);
        }
    }
}
