package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.OutputUnit;
import io.vertx.openapi.contract.MediaType;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.contract.Response;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Holds answers against the contract: the status must be described, and the body of the described shape. All tests share
 * one contract, whose schemas are written to while they are checked: one answer is held at a time.
 */
final class ContractJudge {
    private static final OpenAPIContract CONTRACT = load();
    private static final JsonSchema PROBLEM = JsonSchema.of(CONTRACT.getRawContract()
            .getJsonObject("components")
            .getJsonObject("schemas")
            .getJsonObject("Problem"));

    private ContractJudge() {}

    private static OpenAPIContract load() {
        Vertx vertx = Vertx.vertx();
        try {
            return Contract.load(vertx).await(60, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        } finally {
            var _ = vertx.close();
        }
    }

    /** All that the contract describes. */
    static List<Operation> operations() {
        return CONTRACT.operations();
    }

    static synchronized void hold(HttpRequest request, HttpResponse<String> response, JsonObject body) {
        String path = request.uri().getRawPath();
        Operation operation = CONTRACT.findOperation(
                path.startsWith("/api/") ? path.substring(4) : path, HttpMethod.valueOf(request.method()));
        if (operation == null) {
            assertNotEquals(200, response.statusCode(), "no such operation, yet a success: " + path);
            return;
        }
        Response described = operation.getResponse(response.statusCode());
        if (described == null) {
            described = operation.getDefaultResponse();
        }
        assertNotNull(described, operation.getOperationId());
        String type = response.headers().firstValue("content-type").orElse("none");
        if (type.equals("application/problem+json")) {
            hold(PROBLEM, body, operation.getOperationId());
        } else {
            MediaType shape = described.getContent().get(type);
            assertNotNull(shape, type);
            hold(shape.getSchema(), body, operation.getOperationId());
        }
    }

    private static void hold(JsonSchema shape, JsonObject body, String what) {
        OutputUnit result = CONTRACT.getSchemaRepository().validator(shape).validate(body);
        assertEquals(
                true,
                result.getValid(),
                () -> what + ": " + body.encode() + " " + result.toJson().encode());
    }
}
