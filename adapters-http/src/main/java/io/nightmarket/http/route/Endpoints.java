package io.nightmarket.http.route;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.http.LoopDelay;
import io.nightmarket.http.Priority;
import io.nightmarket.http.RequestGuard;
import io.nightmarket.http.RequestMeter.OperationMeter;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.RequestTimer;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.limit.HeldBytes;
import io.nightmarket.http.request.ContractCheck;
import io.nightmarket.http.request.Forms;
import io.nightmarket.http.route.Options.Trait;
import io.nightmarket.http.session.Sessions;
import io.nightmarket.http.visitor.Visits;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.openapi.router.OpenAPIRoute;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.contract.Operation;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Binds endpoints to operations of the contract. Every request takes the steps of {@link #serve}, in this order; a request that a
 * step refuses is never read further. Hot operations leave out what they don't need, and wait for nothing that is known already.
 */
// Over 200 lines: the steps of a request stand in their order, and none is of use elsewhere.
public final class Endpoints {
    /** What is to be done with a body once it is read. */
    private static final String AFTER_BODY = "afterBody";

    private final RouterBuilder builder;
    private final Sessions sessions;
    private final ContractCheck contract;
    private final Responses responses;
    private final SharedHttpState share;
    private final LoopDelay delay;
    private final HotPaths hot = new HotPaths();

    public Endpoints(
            RouterBuilder builder,
            Sessions sessions,
            ContractCheck contract,
            Responses responses,
            SharedHttpState share,
            LoopDelay delay) {
        this.builder = builder;
        this.sessions = sessions;
        this.contract = contract;
        this.responses = responses;
        this.share = share;
        this.delay = delay;
    }

    public Sessions sessions() {
        return sessions;
    }

    /** Writes what is sent outside of the envelope. */
    public Responses responses() {
        return responses;
    }

    /** An operation with all that is the same for each of its requests. */
    private record Call(
            Operation operation,
            Options options,
            Function<Request, CompletionStage<Answer>> endpoint,
            int maxBody,
            OperationMeter meter) {
        Priority priority() {
            return options.priority(operation.getHttpMethod());
        }

        boolean isRead() {
            return HttpMethod.GET.equals(operation.getHttpMethod());
        }

        boolean readsBody() {
            return options.readsBody(operation.getHttpMethod());
        }

        /** Changes by staff. */
        boolean isAudited(Request request) {
            return options.has(Trait.MODERATED)
                    ? request.session().role() == Role.ADMIN
                    : (options.isForStaff() || options.has(Trait.SHOP_STAFF)) && !isRead();
        }

        boolean isView() {
            return isRead() && !options.isForStaff() && !options.has(Trait.SHOP_STAFF);
        }

        boolean mayTakeLong() {
            return options.isForStaff() || options.has(Trait.OWN_BODY) || (isRead() && options.has(Trait.SHOP_STAFF));
        }
    }

    /**
     * Has the endpoint answer the requests for this operation. Its stage may end on any thread, and the request belongs to its
     * event loop: what follows the stage leaves the request alone and puts what is to be sent into the answer.
     *
     * @param endpoint may throw: a refusal for a malformed request, and whatever a bug throws
     */
    public void bind(String operationId, Options options, Function<Request, CompletionStage<Answer>> endpoint) {
        OpenAPIRoute route = route(operationId);
        Call call = new Call(
                route.getOperation(),
                options,
                endpoint,
                options.maxBody(
                        route.getOperation().getHttpMethod(), share.config().maxBodyBytes()),
                share.requests().of(operationId));
        Handler<RoutingContext> steps = ctx -> serve(call, ctx);
        var _ = route.addHandler(steps);
        if (call.readsBody()) {
            BodyHandler body = BodyHandler.create(false).setBodyLimit(call.maxBody());
            // Vert.x wants a handler of bodies first, but not one that it does not know to be one.
            var _ = route.addHandler(ctx -> body.handle(ctx))
                    .addHandler(ctx -> Objects.requireNonNull(ctx.<Runnable>get(AFTER_BODY))
                            .run());
        }
        if (options.has(Trait.HOT)) {
            hot.add(call.operation(), steps);
        }
    }

    /** The steps: overload, authorize, limit, read, check and answer. Each of them begins the next one. */
    private void serve(Call call, RoutingContext ctx) {
        RequestTimer.begin(ctx, call.meter(), share.nanoTime());
        if (call.options().has(Trait.OWN_BODY)) {
            // Refused or not: a client that still sends its body reads no answer.
            RequestGuard.allowBody(ctx.request(), call.maxBody());
        }
        if (mayGoOn(call.priority(), ctx)) {
            authorize(call, ctx, request -> limit(call, request, () -> read(call, ctx, () -> answer(call, request))));
        }
    }

    /** Whether a request of this priority may go on; if not, it was refused under overload. */
    public boolean mayGoOn(Priority priority, RoutingContext ctx) {
        Answer refusal = delay.refusal(priority);
        if (refusal == null) {
            ctx.put(Priority.KEY, priority);
        } else {
            responses.send(ctx, refusal);
        }
        return refusal == null;
    }

    /** Has the request of a caller who may call the operation go on. */
    private void authorize(Call call, RoutingContext ctx, Consumer<Request> next) {
        if (call.options().isPublic()) {
            next.accept(new Request(ctx, null, call.operation().getOperationId()));
            return;
        }
        Future<Session> session = sessions.require(ctx.request());
        if (session.succeeded()) {
            next.accept(allowed(call, ctx, session.result()));
        } else if (session.failed()) {
            ctx.fail(session.cause());
        } else {
            HttpServerRequest paused = ctx.request().pause();
            Responses.inTime(session, Unavailable::new)
                    .onComplete(_ -> paused.resume())
                    .map(found -> {
                        next.accept(allowed(call, ctx, found));
                        return found;
                    })
                    .onFailure(ctx::fail);
        }
    }

    private Request allowed(Call call, RoutingContext ctx, Session session) {
        if (!call.options().roles().contains(session.role())) {
            Refusal refusal = Refusal.of(ErrorCode.FORBIDDEN);
            share.audit().record(ctx, session, call.operation().getOperationId(), null, refusal, true);
            throw refusal;
        }
        return new Request(ctx, session, call.operation().getOperationId());
    }

    private void limit(Call call, Request request, Runnable next) {
        Answer refusal = call.options().limit().refusal(request);
        if (refusal == null) {
            next.run();
        } else {
            responses.send(request.context(), refusal);
        }
    }

    /** What is not JSON is refused unread where JSON is wanted; no type of a body has it decoded before it is read. */
    private void read(Call call, RoutingContext ctx, Runnable next) {
        boolean isForm = call.operation().getRequestBody() == null;
        if (HeldBytes.isLonger(ctx.request(), call.maxBody())) {
            ctx.fail(413);
        } else if (!call.readsBody()) {
            next.run();
        } else if (!share.held().takeBody(ctx, call.maxBody())) {
            ctx.fail(new Unavailable("bodies are too large together"));
        } else if (isForm) {
            Forms.readAsBytes(ctx);
            readAll(ctx, () -> {
                Forms.check(ctx);
                next.run();
            });
        } else if (ctx.request().headers().contains(HttpHeaders.CONTENT_TYPE) && !ContractCheck.isJson(ctx.request())) {
            ctx.fail(Refusal.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE));
        } else {
            readAll(ctx, next);
        }
    }

    private static void readAll(RoutingContext ctx, Runnable next) {
        ctx.put(AFTER_BODY, next);
        ctx.next();
    }

    /** Holds the request against the contract, then asks the endpoint. */
    private void answer(Call call, Request request) {
        RoutingContext ctx = request.context();
        note(call, request);
        CompletionStage<Answer> answer = call.options().has(Trait.UNCHECKED)
                ? call.endpoint().apply(request)
                : contract.check(ctx, call.operation())
                        .toCompletionStage()
                        .thenCompose(_ -> call.endpoint().apply(request));
        if (!request.isPublic() && call.isAudited(request)) {
            String operation = call.operation().getOperationId();
            answer = answer.whenComplete((done, failure) -> share.audit()
                    .record(
                            ctx,
                            request.session(),
                            operation,
                            done,
                            failure,
                            !call.options().has(Trait.RECORDED)));
        }
        if (call.mayTakeLong()) {
            responses.send(ctx, answer);
        } else {
            responses.sendInTime(ctx, answer);
        }
    }

    /** Keeps the session of a public request alive, and counts what shoppers look at. */
    private void note(Call call, Request request) {
        HttpServerRequest http = request.context().request();
        Optional<UserId> user = request.isPublic()
                ? sessions.noteUse(http)
                : Optional.of(request.session().user());
        if (call.isView()) {
            Visits visits = share.visits();
            request.viewedBy(
                    user.isEmpty() && Sessions.hasToken(http) ? visits.viewSite() : visits.viewSite(http, user));
        }
    }

    /** Has the request answered and answers true, if it is for a hot operation that is found by its path. */
    public boolean answersHot(RoutingContext ctx) {
        return hot.answers(ctx);
    }

    /** An operation that answers by itself, outside of the envelope. */
    public void plain(String operationId, Handler<RoutingContext> handler) {
        var _ = route(operationId).addHandler(handler);
    }

    private OpenAPIRoute route(String operationId) {
        OpenAPIRoute route = Objects.requireNonNull(
                builder.getRoute(operationId), () -> "the contract does not know " + operationId);
        // Both are done here, in the order of the steps.
        return route.setDoValidation(false).setDoSecurity(false);
    }
}
