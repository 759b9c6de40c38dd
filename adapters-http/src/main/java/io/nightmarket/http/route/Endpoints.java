package io.nightmarket.http.route;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.http.LoopDelay;
import io.nightmarket.http.Priority;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.audit.AuditLog;
import io.nightmarket.http.limit.HeldBytes;
import io.nightmarket.http.request.ContractCheck;
import io.nightmarket.http.request.Forms;
import io.nightmarket.http.session.Sessions;
import io.nightmarket.http.visitor.Visits;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.openapi.router.OpenAPIRoute;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.contract.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Binds endpoints to operations of the contract. In this order: the event loop has time, the session is found, the body read, the request held
 * against the contract, the endpoint asked, its answer sent. A request that is not allowed is never read further.
 */
// Over 200 lines: the steps of a request stand in their order, and none is of use elsewhere.
public final class Endpoints {
    private static final int FIRST = -2;

    /** Stands for the id of an operation that is not hot. */
    private static final String NONE = "";

    /** The session of a request that may go on. */
    private static final String SESSION = "session";

    private final RouterBuilder builder;
    private final Sessions sessions;
    private final ContractCheck contract;
    private final Responses responses;
    private final AuditLog audit;
    private final Visits visits;
    private final HeldBytes held;
    private final LoopDelay delay;
    private final int maxBodyBytes;
    private final List<HotRoute> hot = new ArrayList<>();

    public Endpoints(
            RouterBuilder builder,
            Sessions sessions,
            ContractCheck contract,
            Responses responses,
            AuditLog audit,
            Visits visits,
            HeldBytes held,
            LoopDelay delay,
            int maxBodyBytes) {
        this.builder = builder;
        this.sessions = sessions;
        this.contract = contract;
        this.responses = responses;
        this.audit = audit;
        this.visits = visits;
        this.held = held;
        this.delay = delay;
        this.maxBodyBytes = maxBodyBytes;
    }

    public Sessions sessions() {
        return sessions;
    }

    /** Writes what is sent outside of the envelope. */
    public Responses responses() {
        return responses;
    }

    /** Has the endpoint answer the requests for this operation. */
    public void bind(String operationId, Options options, Endpoint endpoint) {
        RequestLimit limit = options.limit();
        OpenAPIRoute route = route(operationId);
        Operation operation = route.getOperation();
        Call call = new Call(operation, options, endpoint);
        if (limit == null) {
            handle(route, ctx -> authorize(call, ctx));
            if (!HttpMethod.GET.equals(operation.getHttpMethod()) && !options.hasOwnBody()) {
                int limitOfBody = bodyLimit(options);
                BodyHandler body = BodyHandler.create(false).setBodyLimit(limitOfBody);
                handle(route, ctx -> readBody(operation, limitOfBody, body, ctx));
                if (operation.getRequestBody() == null) {
                    handle(route, Forms::check);
                }
            }
            handle(
                    route,
                    options.isForStaff() || options.hasOwnBody()
                            ? ctx -> responses.send(ctx, answer(call, ctx))
                            : ctx -> responses.sendInTime(ctx, answer(call, ctx)));
        } else {
            HotRoute made = new HotRoute(
                    operation, responses, limited(call, limit), (ctx, id, place) -> answer(call, ctx, id, place));
            handle(route, made::answerRouted);
            hot.add(made);
        }
    }

    /** Whether a request of this priority may go on; if not, it was rejected under overload. */
    public boolean mayGoOn(Priority priority, RoutingContext ctx) {
        Answer rejection = delay.refusal(priority);
        if (rejection != null) {
            responses.send(ctx, rejection);
        }
        return rejection == null;
    }

    private RequestLimit limited(Call call, RequestLimit limit) {
        return request -> {
            Answer rejection = delay.refusal(call.priority());
            return rejection == null ? limit.refusal(request) : rejection;
        };
    }

    private int bodyLimit(Options options) {
        return options.isForStaff() ? maxBodyBytes : Math.min(maxBodyBytes, options.maxBody());
    }

    /** What is not JSON is refused unread where JSON is wanted; no type of a body has it decoded before it is read. */
    private void readBody(Operation operation, int limit, BodyHandler body, RoutingContext ctx) {
        if (!held.takeBody(ctx, limit)) {
            ctx.fail(new Unavailable("bodies are too large together"));
            return;
        }
        if (operation.getRequestBody() == null) {
            Forms.readAsBytes(ctx);
        } else if (ctx.request().headers().contains(HttpHeaders.CONTENT_TYPE) && !ContractCheck.isJson(ctx.request())) {
            ctx.fail(Refusal.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE));
            return;
        }
        body.handle(ctx);
    }

    private record Call(Operation operation, Options options, Endpoint endpoint) {
        /** Whatever merchants and administrators change. */
        boolean isAudited(Session session) {
            return options.moderated()
                    ? session.role() == Role.ADMIN
                    : options.isForStaff() && !HttpMethod.GET.equals(operation.getHttpMethod());
        }

        boolean isView() {
            return !options.isForStaff() && HttpMethod.GET.equals(operation.getHttpMethod());
        }

        Priority priority() {
            return options.priority(operation.getHttpMethod());
        }

        boolean allows(Session session) {
            return options.roles().contains(session.role());
        }
    }

    /** Lets the request of a caller who may call the operation go on; nothing of its body is read before. */
    private void authorize(Call call, RoutingContext ctx) {
        if (!mayGoOn(call.priority(), ctx)) {
            return;
        }
        if (call.options().isPublic()) {
            var _ = sessions.noteUse(ctx.request());
            ctx.next();
            return;
        }
        Future<Session> session = sessions.require(ctx.request());
        if (session.isComplete()) {
            goOn(call, ctx, session);
        } else {
            var _ = ctx.request().pause();
            Future<Session> known = Responses.inTime(session, Unavailable::new);
            known.onComplete(_ -> {
                var _ = ctx.request().resume();
                goOn(call, ctx, known);
            });
        }
    }

    private void goOn(Call call, RoutingContext ctx, Future<Session> session) {
        if (session.failed()) {
            ctx.fail(session.cause());
        } else if (call.allows(session.result())) {
            ctx.put(SESSION, session.result()).next();
        } else {
            ctx.fail(forbidden(call, ctx, session.result()));
        }
    }

    /** Answers a hot operation, whose body is never read. */
    private CompletionStage<Answer> answer(Call call, RoutingContext ctx, String id, String place) {
        if (call.options().isPublic()) {
            Optional<UserId> user = sessions.noteUse(ctx.request());
            return ask(call, ctx, new Request(ctx, contract, null, id, place, view(call, ctx, () -> user)));
        }
        Future<Session> session = sessions.require(ctx.request());
        if (session.succeeded()) {
            return answer(call, ctx, session.result(), id, place);
        }
        return session.failed()
                ? CompletableFuture.failedFuture(session.cause())
                : session.toCompletionStage().thenCompose(found -> answer(call, ctx, found, id, place));
    }

    private CompletionStage<Answer> answer(Call call, RoutingContext ctx, Session session, String id, String place) {
        return call.allows(session)
                ? ask(
                        call,
                        ctx,
                        new Request(
                                ctx, contract, session, id, place, view(call, ctx, () -> Optional.of(session.user()))))
                : CompletableFuture.failedFuture(forbidden(call, ctx, session));
    }

    /** The answer of an operation that was found by its route, to a caller who is allowed. */
    private CompletionStage<Answer> answer(Call call, RoutingContext ctx) {
        Session session = ctx.get(SESSION);
        Optional<String> view =
                view(call, ctx, () -> session == null ? sessions.lately(ctx.request()) : Optional.of(session.user()));
        CompletionStage<Answer> answer = ask(call, ctx, new Request(ctx, contract, session, NONE, NONE, view));
        return session == null || !call.isAudited(session)
                ? answer
                : answer.whenComplete((done, failure) -> record(call, ctx, session, done, failure));
    }

    private Refusal forbidden(Call call, RoutingContext ctx, Session session) {
        Refusal refusal = Refusal.of(ErrorCode.FORBIDDEN);
        record(call, ctx, session, null, refusal);
        return refusal;
    }

    private void record(
            Call call, RoutingContext ctx, Session session, @Nullable Answer done, @Nullable Throwable failure) {
        audit.record(ctx, session, call.operation().getOperationId(), done, failure);
    }

    /** Makes no futures of its own for what is not checked. */
    private CompletionStage<Answer> ask(Call call, RoutingContext ctx, Request request) {
        return call.options().checked()
                ? contract.check(ctx, call.operation())
                        .toCompletionStage()
                        .thenCompose(_ -> call.endpoint().answer(request))
                : call.endpoint().answer(request);
    }

    /**
     * Counts what shoppers look at.
     *
     * @param user whose session this node knows; looked up for views only
     */
    private Optional<String> view(Call call, RoutingContext ctx, Supplier<Optional<UserId>> user) {
        if (!call.isView()) {
            return Optional.empty();
        }
        Optional<UserId> known = user.get();
        return known.isEmpty() && Sessions.hasToken(ctx.request())
                ? visits.viewSite()
                : visits.viewSite(ctx.request(), known);
    }

    /**
     * Has the hot operations found before all other routes.
     *
     * @param accepts whether a request may go on; if not, it was refused
     */
    public void bindHot(Router router, Predicate<RoutingContext> accepts) {
        router.route().order(FIRST).handler(ctx -> {
            for (HotRoute each : hot) {
                String id = each.idIn(ctx.request());
                if (id != null) {
                    if (accepts.test(ctx)) {
                        each.answer(ctx, id);
                    }
                    return;
                }
            }
            ctx.next();
        });
    }

    /** An operation that answers by itself, outside of the envelope. */
    public void plain(String operationId, Handler<RoutingContext> handler) {
        handle(route(operationId), handler);
    }

    private OpenAPIRoute route(String operationId) {
        OpenAPIRoute route = Objects.requireNonNull(
                builder.getRoute(operationId), () -> "the contract does not know " + operationId);
        // Both are done below, in the order of this class.
        route.setDoValidation(false).setDoSecurity(false);
        return route;
    }

    private static void handle(OpenAPIRoute route, Handler<RoutingContext> handler) {
        route.addHandler(handler);
    }
}
