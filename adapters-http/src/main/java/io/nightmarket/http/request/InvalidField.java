package io.nightmarket.http.request;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.json.schema.common.dsl.SchemaType;
import io.vertx.openapi.contract.MediaType;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.contract.Parameter;
import io.vertx.openapi.contract.RequestBody;
import io.vertx.openapi.validation.SchemaValidationException;
import io.vertx.openapi.validation.ValidatorException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parameter or member at fault of a request that broke the contract, from schemas and locations. The
 * validator's messages are not read: they are for people, and repeat what was sent.
 */
final class InvalidField {
    private static final String BODY = "body";
    private static final String REQUIRED = "required";
    private static final Pattern MEMBER = Pattern.compile("^#?/(\\w+)(?:/(\\d+))?");

    private final SchemaRepository schemas;

    InvalidField(SchemaRepository schemas) {
        this.schemas = schemas;
    }

    String of(ValidatorException failure, Operation operation, RoutingContext ctx) {
        for (Parameter parameter : operation.getParameters()) {
            if (isFaulty(parameter, ctx)) {
                return parameter.getName();
            }
        }
        RequestBody expected = operation.getRequestBody();
        if (expected == null) {
            return operation.getParameters().getFirst().getName();
        }
        return failure instanceof SchemaValidationException schema && schema.getOutputUnit() != null
                ? inBody(Objects.requireNonNullElse(schema.getOutputUnit().getErrors(), List.of()), expected, ctx)
                : BODY;
    }

    private boolean isFaulty(Parameter parameter, RoutingContext ctx) {
        String text = switch (parameter.getIn()) {
            case PATH -> ctx.pathParam(parameter.getName());
            case QUERY -> ctx.queryParams().get(parameter.getName());
            case HEADER -> ctx.request().getHeader(parameter.getName());
            case COOKIE -> null;
        };
        return text == null
                ? parameter.isRequired()
                : !Boolean.TRUE.equals(schemas.validator(parameter.getSchema())
                        .validate(value(text, parameter.getSchemaType()))
                        .getValid());
    }

    /** What is no number stays a text, which no schema of numbers admits. */
    private static Object value(String text, SchemaType type) {
        try {
            return type == SchemaType.STRING ? text : Objects.requireNonNullElse(Json.decodeValue(text), text);
        } catch (DecodeException e) {
            return text;
        }
    }

    /** The first member at fault; of a list the item, which comes after the list. */
    private static String inBody(List<OutputUnit> errors, RequestBody expected, RoutingContext ctx) {
        String place = null;
        for (OutputUnit error : errors) {
            String here = member(error, expected, ctx);
            if (here != null && (place == null || here.startsWith(place + '['))) {
                place = here;
            }
        }
        return Objects.requireNonNullElse(place, BODY);
    }

    private static @Nullable String member(OutputUnit error, RequestBody expected, RoutingContext ctx) {
        Matcher member = MEMBER.matcher(Objects.requireNonNullElse(error.getInstanceLocation(), ""));
        if (member.find()) {
            String index = member.group(2);
            return index == null ? member.group(1) : member.group(1) + '[' + index + ']';
        }
        boolean missing =
                Objects.requireNonNullElse(error.getKeywordLocation(), "").endsWith('/' + REQUIRED);
        return missing ? missing(expected, ctx.body().asJsonObject()) : null;
    }

    /** The first of the required members that the body lacks. */
    private static @Nullable String missing(RequestBody expected, @Nullable JsonObject body) {
        MediaType json = Objects.requireNonNull(expected.getContent().get(ContractCheck.JSON), ContractCheck.JSON);
        JsonArray required = json.getSchema().get(REQUIRED, new JsonArray());
        return required.stream()
                .map(String::valueOf)
                .filter(name -> body == null || !body.containsKey(name))
                .findFirst()
                .orElse(null);
    }
}
