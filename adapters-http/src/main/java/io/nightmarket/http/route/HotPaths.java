package io.nightmarket.http.route;

import io.nightmarket.http.request.RequestTarget;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.openapi.contract.Operation;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the operations of bursts of concurrent requests by their paths, which end in an id or have no parameter, before the
 * router looks through all routes. What it does not find, such as a path with a prefix or escapes, comes by the router.
 */
final class HotPaths {
    /** Stands for a parameter where there is none. */
    private static final String NONE = "";

    /** By the path, up to its id. */
    private final Map<String, HotPath> paths = new HashMap<>();

    private record HotPath(HttpMethod method, String parameter, Handler<RoutingContext> handler) {}

    void add(Operation operation, Handler<RoutingContext> handler) {
        String template = operation.getOpenAPIPath();
        int brace = template.indexOf('{');
        if (brace >= 0 && template.indexOf('}') != template.length() - 1) {
            throw new IllegalArgumentException("a hot operation has no parameter, or one at its end: " + template);
        }
        String path = brace < 0 ? template : template.substring(0, brace);
        String parameter = brace < 0 ? NONE : template.substring(brace + 1, template.length() - 1);
        if (paths.put(path, new HotPath(operation.getHttpMethod(), parameter, handler)) != null) {
            throw new IllegalArgumentException("another hot operation has this path: " + template);
        }
    }

    /** Has the request answered and answers true, if it is for one of the operations. */
    boolean answers(RoutingContext ctx) {
        HttpServerRequest request = ctx.request();
        String asked = request.path();
        if (asked == null) {
            return false;
        }
        int digits = beginOfDigits(asked);
        HotPath found = paths.get(asked.substring(0, digits));
        if (found == null
                || !found.method.equals(request.method())
                || found.parameter.equals(NONE) != (digits == asked.length())
                || (request.query() != null && !RequestTarget.isEscaped(request.uri()))) {
            return false;
        }
        if (!found.parameter.equals(NONE)) {
            ctx.pathParams().put(found.parameter, asked.substring(digits));
        }
        found.handler.handle(ctx);
        return true;
    }

    /** Where the digits begin that end the path. */
    private static int beginOfDigits(String path) {
        int begin = path.length();
        while (begin > 0 && path.charAt(begin - 1) >= '0' && path.charAt(begin - 1) <= '9') {
            begin--;
        }
        return begin;
    }
}
