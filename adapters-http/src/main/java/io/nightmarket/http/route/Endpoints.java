package io.nightmarket.http.route;

import io.nightmarket.domain.account.Role;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.request.ContractCheck;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.session.Sessions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.openapi.router.OpenAPIRoute;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.contract.Operation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Binds endpoints to operations of the contract. In this order: the body is read, the session found, the request held
 * against the contract, the endpoint asked, its answer sent. A request that nobody may make is never looked into.
 */
public final class Endpoints {
    private static final int FIRST = -2;

    private final RouterBuilder builder;
    private final Sessions sessions;
    private final ContractCheck contract;
    private final Responses responses;
    private final int maxBodyBytes;
    private final List<HotRoute> hot = new ArrayList<>();

    public Endpoints(
            RouterBuilder builder, Sessions sessions, ContractCheck contract, Responses responses, int maxBodyBytes) {
        this.builder = builder;
        this.sessions = sessions;
        this.contract = contract;
        this.responses = responses;
        this.maxBodyBytes = maxBodyBytes;
    }

    /** The body of a request that an endpoint was asked for; of a hot operation there is none. */
    public JsonBody body(RoutingContext ctx) {
        return contract.body(ctx);
    }

    /** The number in the query of a request that an endpoint was asked for; null when there is none. */
    public @Nullable Long wholeInQuery(RoutingContext ctx, String name) {
        return contract.wholeInQuery(ctx, name);
    }

    public Sessions sessions() {
        return sessions;
    }

    /** Writes what is sent outside of the envelope. */
    public Responses responses() {
        return responses;
    }

    /** An operation for anybody. */
    public void open(String operationId, Endpoint endpoint) {
        OpenAPIRoute route = route(operationId, true);
        Operation operation = route.getOperation();
        handle(route, ctx -> {
            sessions.noteUse(ctx.request());
            responses.send(
                    ctx, contract.check(ctx, operation).toCompletionStage().thenCompose(_ -> endpoint.answer(ctx)));
        });
    }

    /**
     * As {@link #open}, for an endpoint that judges query, form and path by itself: it may be laxer than the contract, and
     * is spared the hop to a worker thread.
     */
    public void openForm(String operationId, Endpoint endpoint) {
        handle(route(operationId, true), ctx -> {
            sessions.noteUse(ctx.request());
            responses.send(ctx, endpoint.answer(ctx));
        });
    }

    /** An operation for those who are logged in. */
    public void forUsers(String operationId, UserEndpoint endpoint) {
        forRoles(operationId, EnumSet.allOf(Role.class), endpoint);
    }

    /** An operation for merchants, whose own things the endpoint has to tell from others, and administrators. */
    public void forMerchants(String operationId, UserEndpoint endpoint) {
        forRoles(operationId, EnumSet.of(Role.MERCHANT, Role.ADMIN), endpoint);
    }

    /** An operation for administrators. */
    public void forAdmins(String operationId, UserEndpoint endpoint) {
        forRoles(operationId, EnumSet.of(Role.ADMIN), endpoint);
    }

    private void forRoles(String operationId, Set<Role> roles, UserEndpoint endpoint) {
        OpenAPIRoute route = route(operationId, true);
        Operation operation = route.getOperation();
        handle(
                route,
                ctx -> responses.send(
                        ctx,
                        sessions.require(ctx.request())
                                .compose(session -> roles.contains(session.role())
                                        ? contract.check(ctx, operation).map(session)
                                        : Future.failedFuture(Refusal.of(ErrorCode.FORBIDDEN)))
                                .toCompletionStage()
                                .thenCompose(session -> endpoint.answer(ctx, session))));
    }

    /** As {@link #open}, for an operation that a crowd calls at once and that holds requests against the contract itself. */
    public void hotOpen(String operationId, Gate gate, HotEndpoint endpoint) {
        hot(operationId, operation -> HotRoute.open(operation, sessions, responses, gate, endpoint));
    }

    /** As {@link #openForm}, for an operation that a crowd calls at once, whose path names nothing. */
    public void hotForm(String operationId, Gate gate, Endpoint endpoint) {
        hot(operationId, operation -> HotRoute.open(operation, sessions, responses, gate, endpoint));
    }

    /** As {@link #forUsers}, for an operation that a crowd calls at once and that holds requests against the contract itself. */
    public void hotForUsers(String operationId, Gate gate, HotUserEndpoint endpoint) {
        hot(operationId, operation -> HotRoute.forUsers(operation, sessions, responses, gate, endpoint));
    }

    private void hot(String operationId, Function<Operation, HotRoute> make) {
        OpenAPIRoute route = route(operationId, false);
        HotRoute made = make.apply(route.getOperation());
        handle(route, made::answerRouted);
        hot.add(made);
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
        handle(route(operationId, false), handler);
    }

    private OpenAPIRoute route(String operationId, boolean mayHaveBody) {
        OpenAPIRoute route = Objects.requireNonNull(
                builder.getRoute(operationId), () -> "the contract does not know " + operationId);
        // Both are done below, in the order of this class.
        route.setDoValidation(false).setDoSecurity(false);
        if (mayHaveBody && !HttpMethod.GET.equals(route.getOperation().getHttpMethod())) {
            route.addHandler(BodyHandler.create(false).setBodyLimit(maxBodyBytes));
        }
        return route;
    }

    private static void handle(OpenAPIRoute route, Handler<RoutingContext> handler) {
        route.addHandler(handler);
    }
}
