package io.nightmarket.http;

import io.nightmarket.http.answer.Catalogue;
import io.nightmarket.http.answer.Problems;
import io.nightmarket.http.answer.RequestIds;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.request.ContractCheck;
import io.nightmarket.http.request.RequestTarget;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.session.Sessions;
import io.nightmarket.http.site.DocsRoutes;
import io.nightmarket.http.site.StaticFiles;
import io.nightmarket.http.site.StorefrontRoutes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.contract.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the router from the contract: every operation gets its endpoint, every failure its answer. */
final class ApiRouter {
    private static final List<Integer> GIVEN_UP = List.of(400, 404, 406, 413, 415, 416, 500);

    private final Vertx vertx;
    private final HttpConfig config;
    private final EventLoopApi api;
    private final SharedHttpState share;
    private final LoopDelay delay;
    private final RequestIds ids;
    private final Catalogue catalogue = Catalogue.load();
    private final Responses responses;
    private final Problems problems;

    ApiRouter(Vertx vertx, EventLoopApi api, SharedHttpState share, LoopDelay delay) {
        this.vertx = vertx;
        this.delay = delay;
        this.config = share.config();
        this.api = api;
        this.share = share;
        this.ids = new RequestIds(share.random());
        this.responses = new Responses(catalogue, ids, share.held());
        this.problems = new Problems(responses, ids, share.overload());
    }

    Future<Router> create() {
        return Contract.load(vertx).map(this::router);
    }

    /** Answers what came in place of a request, and never gets to the router. */
    void refuseUnreadable(HttpServerRequest request) {
        problems.answerUnreadable(request);
    }

    private Router router(OpenAPIContract contract) {
        RouterBuilder builder = RouterBuilder.create(vertx, contract);
        Endpoints endpoints = endpoints(builder, contract);
        api.routes().forEach(routes -> routes.bind(endpoints));
        Router router = builder.createRouter();
        router.route().order(-3).handler(ctx -> begin(ctx, endpoints));
        router.route().order(-2).handler(RequestTarget::rewrite).failureHandler(problems::answer);
        GIVEN_UP.forEach(status -> router.errorHandler(status, ctx -> problems.answer(ctx, status)));
        router.errorHandler(405, ctx -> refuseMethod(ctx, contract));
        bindPages(router, contract, endpoints);
        return router;
    }

    /** What is served beside the API and stays outside of the contract. A path of the API is never one of a file. */
    private void bindPages(Router router, OpenAPIContract contract, Endpoints endpoints) {
        HttpConfig.WebPages pages = config.pages();
        if (pages.docs()) {
            new DocsRoutes(vertx, catalogue).bind(router);
        }
        if (pages.site().isEmpty()) {
            StorefrontRoutes storefront = new StorefrontRoutes(vertx, share.clock(), config.timeZone(), pages.codes());
            // Before the operations of the API, each of which would be compared with the path first.
            router.route(StorefrontRoutes.HOME + "*").order(-1).subRouter(storefront.files());
            router.get("/").handler(storefront::index);
        }
        api.routes().forEach(routes -> routes.bindFiles(router, endpoints));
        if (pages.site().isPresent() || pages.images().isPresent()) {
            router.route().handler(ctx -> {
                if (endpoints.mayGoOn(Priority.READ, ctx)) {
                    keepToApi(ctx, contract);
                }
            });
            pages.images()
                    .ifPresent(folder ->
                            StaticFiles.pictures(vertx, share.held(), folder).bind(router));
            pages.site()
                    .ifPresent(folder ->
                            StaticFiles.site(vertx, share.held(), folder).bind(router));
        }
    }

    private void keepToApi(RoutingContext ctx, OpenAPIContract contract) {
        if (contract.findPath(ctx.normalizedPath()) != null) {
            refuseMethod(ctx, contract);
        } else if (RequestTarget.hadPrefix(ctx)) {
            problems.answer(ctx, 404);
        } else {
            ctx.next();
        }
    }

    private Endpoints endpoints(RouterBuilder builder, OpenAPIContract contract) {
        Sessions sessions = new Sessions(vertx, share.tokens(vertx), share.trusted(), api.checkSession(), api.logOut());
        ContractCheck check = new ContractCheck(vertx, contract, share.times());
        return new Endpoints(builder, sessions, check, responses, share, delay);
    }

    /** Names the request, and looks for hot operations before all others. */
    private void begin(RoutingContext ctx, Endpoints endpoints) {
        var _ = ids.of(ctx);
        if (!endpoints.answersHot(ctx)) {
            ctx.next();
        }
    }

    private void refuseMethod(RoutingContext ctx, OpenAPIContract contract) {
        Path path = contract.findPath(ctx.normalizedPath());
        if (path != null) {
            ctx.response().putHeader(HttpHeaders.ALLOW, allowed(path));
        }
        problems.answer(ctx, 405);
    }

    /** Where GET is served, HEAD is. */
    private static String allowed(Path path) {
        return path.getOperations().stream()
                .map(Operation::getHttpMethod)
                .flatMap(method ->
                        method.equals(HttpMethod.GET) ? Stream.of(method, HttpMethod.HEAD) : Stream.of(method))
                .map(HttpMethod::name)
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
