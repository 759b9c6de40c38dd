package io.nightmarket.http.request;

import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.OutputUnit;
import io.vertx.openapi.contract.MediaType;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.contract.Parameter;
import io.vertx.openapi.contract.RequestBody;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks requests against the schemas of the contract. A number among the parameters is digits, perhaps behind a minus, a flag {@code
 * true} or {@code false}, all else text as it was sent: Vert.x' own check decodes values twice, and takes some that endpoints read
 * otherwise. A body costs a hop to a worker thread.
 */
public final class ContractCheck {
    private static final String BODY = "validBody";
    private static final String JSON = "application/json";

    private final Vertx vertx;
    private final Validators validators;
    private final LocalTimes times;

    public ContractCheck(Vertx vertx, OpenAPIContract contract, LocalTimes times) {
        this.vertx = vertx;
        this.validators = new Validators(contract.getSchemaRepository());
        this.times = times;
    }

    /** Fails with a {@link Refusal} when the request breaks the contract. */
    public Future<Void> check(RoutingContext ctx, Operation operation) {
        for (Parameter parameter : operation.getParameters()) {
            check(parameter, ctx);
        }
        RequestBody expected = operation.getRequestBody();
        if (expected == null) {
            return Future.succeededFuture();
        }
        Buffer sent = ctx.body().buffer();
        if (sent == null || sent.length() == 0) {
            throw Refusal.malformed("body");
        }
        if (!isJson(ctx.request())) {
            throw Refusal.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE);
        }
        MediaType type = Objects.requireNonNull(expected.getContent().get(JSON), JSON);
        return vertx.executeBlocking(() -> members(sent, type.getSchema())).map(members -> {
            ctx.put(BODY, new JsonBody(members, times));
            return null;
        });
    }

    private void check(Parameter parameter, RoutingContext ctx) {
        Object value = value(parameter, ctx);
        if (value == null ? parameter.isRequired() : !validators.isValid(parameter.getSchema(), value)) {
            throw Refusal.malformed(parameter.getName());
        }
    }

    /** Null without the parameter; a text that is none of its type stays a text, which the schema does not admit. */
    private static @Nullable Object value(Parameter parameter, RoutingContext ctx) {
        String name = parameter.getName();
        String text = switch (parameter.getIn()) {
            case PATH -> ctx.pathParam(name);
            case QUERY -> Query.text(ctx, name).orElse(null);
            case HEADER -> ctx.request().getHeader(name);
            case COOKIE -> null;
        };
        return text == null
                ? null
                : switch (parameter.getSchemaType()) {
                    case INTEGER ->
                        Query.whole(text).<Object>map(number -> number).orElse(text);
                    case BOOLEAN -> text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : text;
                    default -> text;
                };
    }

    /** Whether the media type of the body is JSON, whatever else the header says. */
    public static boolean isJson(HttpServerRequest request) {
        String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
        return type != null
                && type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(JSON);
    }

    private JsonObject members(Buffer sent, JsonSchema schema) {
        Object body = decoded(sent);
        OutputUnit found = validators.validate(schema, body);
        if (!Boolean.TRUE.equals(found.getValid()) || !(body instanceof JsonObject members)) {
            throw InvalidMember.refusal(found, schema, body);
        }
        StoredText.check(members);
        return members;
    }

    private static @Nullable Object decoded(Buffer sent) {
        try {
            return Json.decodeValue(sent);
        } catch (DecodeException e) {
            throw Refusal.malformed("body");
        }
    }

    /** The body of a request that passed the check. */
    public static JsonBody body(RoutingContext ctx) {
        return Objects.requireNonNull(ctx.<JsonBody>get(BODY), "the request was not checked");
    }
}
