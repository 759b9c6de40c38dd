package io.nightmarket.http.request;

import io.vertx.ext.web.RoutingContext;
import io.vertx.openapi.contract.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parameters of a request, for its check as for its endpoint. Numbers are digits, perhaps behind a minus; flags are
 * {@code true} and {@code false}; all else is text as it was sent.
 */
final class Parameters {
    private Parameters() {}

    /** Null without the parameter; a text that is none of its type stays a text, which the schema does not admit. */
    static @Nullable Object value(Parameter parameter, RoutingContext ctx) {
        String text = text(parameter, ctx);
        return text == null
                ? null
                : switch (parameter.getSchemaType()) {
                    case INTEGER ->
                        Query.whole(text).<Object>map(number -> number).orElse(text);
                    case BOOLEAN -> text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : text;
                    default -> text;
                };
    }

    private static @Nullable String text(Parameter parameter, RoutingContext ctx) {
        String name = parameter.getName();
        return switch (parameter.getIn()) {
            case PATH -> ctx.pathParam(name);
            case QUERY -> Query.text(ctx, name).orElse(null);
            case HEADER -> ctx.request().getHeader(name);
            case COOKIE -> null;
        };
    }
}
