package io.nightmarket.http.request;

import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.openapi.contract.Location;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.contract.Parameter;
import io.vertx.openapi.validation.RequestParameter;
import io.vertx.openapi.validation.RequestUtils;
import io.vertx.openapi.validation.RequestValidator;
import io.vertx.openapi.validation.ValidatedRequest;
import io.vertx.openapi.validation.ValidatorException;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks requests against the contract. Costs a hop to a worker thread, so the hottest routes check by hand. */
public final class ContractCheck {
    private static final String KEY = "validatedRequest";
    static final String JSON = "application/json";

    private final RequestValidator validator;
    private final InvalidField invalidField;
    private final LocalTimes times;

    public ContractCheck(Vertx vertx, OpenAPIContract contract, LocalTimes times) {
        this.validator = RequestValidator.create(vertx, ReusedValidators.of(contract));
        this.invalidField = new InvalidField(contract.getSchemaRepository());
        this.times = times;
    }

    /** Fails with a {@link Refusal} when the request breaks the contract. */
    public Future<Void> check(RoutingContext ctx, Operation operation) {
        if (operation.getRequestBody() != null) {
            requireJson(ctx);
        } else if (hasNothingToCheck(ctx, operation)) {
            return Future.succeededFuture();
        }
        try {
            return RequestUtils.extract(
                            ctx.request(),
                            operation,
                            () -> Future.succeededFuture(ctx.body().buffer()))
                    .compose(request -> validator.validate(new JsonRequest(request), operation.getOperationId()))
                    .recover(failure -> Future.failedFuture(refusal(failure, operation, ctx)))
                    .map(valid -> keep(ctx, valid));
        } catch (IllegalArgumentException | ValidatorException e) {
            // A query that can't be decoded.
            throw Refusal.malformed("query");
        }
    }

    /** Nothing is sent, and nothing needs to be. */
    private static boolean hasNothingToCheck(RoutingContext ctx, Operation operation) {
        boolean hasQuery = ctx.request().query() != null;
        for (Parameter parameter : operation.getParameters()) {
            if (hasQuery || parameter.isRequired() || parameter.getIn() != Location.QUERY) {
                return false;
            }
        }
        return true;
    }

    private static void requireJson(RoutingContext ctx) {
        if (ctx.body().buffer() == null || ctx.body().length() == 0) {
            throw Refusal.malformed("body");
        }
        String type = ctx.request().getHeader(HttpHeaders.CONTENT_TYPE);
        String media = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!media.equals(JSON)) {
            throw Refusal.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE);
        }
    }

    private Throwable refusal(Throwable failure, Operation operation, RoutingContext ctx) {
        return failure instanceof ValidatorException invalid
                ? Refusal.malformed(invalidField.of(invalid, operation, ctx))
                : failure;
    }

    private static Void keep(RoutingContext ctx, ValidatedRequest valid) {
        RequestParameter body = valid.getBody();
        JsonObject members = body == null || !body.isJsonObject() ? null : body.getJsonObject();
        if (members != null) {
            StoredText.check(members);
        }
        ctx.put(KEY, valid);
        return null;
    }

    /** The number in the query of a request that passed the check; null when there is none. */
    public @Nullable Long wholeInQuery(RoutingContext ctx, String name) {
        if (ctx.request().query() == null) {
            return null;
        }
        RequestParameter found = valid(ctx).getQuery().get(name);
        return found != null && found.get() instanceof Number number ? JsonBody.exact(number, name) : null;
    }

    /** The body of a request that passed the check. */
    public JsonBody body(RoutingContext ctx) {
        JsonObject members = valid(ctx).getBody().getJsonObject();
        if (members == null) {
            throw Refusal.malformed("body");
        }
        return new JsonBody(members, times);
    }

    private static ValidatedRequest valid(RoutingContext ctx) {
        return Objects.requireNonNull(ctx.<ValidatedRequest>get(KEY), "the request was not checked");
    }
}
