package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.http.answer.ErrorCode;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.openapi.contract.MediaType;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every route is described, every description has its route, and its examples are true to its schemas. */
final class ContractTest extends RoutesTestBase {
    /** The documentation and the files of a site are pages for people, outside of the contract. */
    private static final String DOCS = "/docs";

    private static final String PAGES = "/pages/";

    private static final String PICTURES = "/imgs/";
    private static final String FORM = "multipart/form-data";

    @Test
    void routesAndDescriptionsAreTheSame() {
        Set<String> described = ContractJudge.operations().stream()
                .map(operation -> operation.getHttpMethod() + " "
                        + operation.getOpenAPIPath().replaceAll("\\{(\\w+)}", ":$1"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(described, routes(node.verticle.router()));
        assertTrue(described.size() >= 28, "operations: " + described.size());
    }

    @Test
    void whatNeedsALoginIsDescribedSo() {
        for (Operation operation : ContractJudge.operations()) {
            String path = operation.getOpenAPIPath().replaceAll("\\{\\w+}", "1");
            Reply reply = client.method(operation.getHttpMethod().name(), path, "{}");
            boolean needsLogin = !operation.getSecurityRequirements().isEmpty();
            assertEquals(needsLogin, reply.status() == 401, operation.getOperationId());
            assertTrue(reply.status() < 500, "described without an endpoint: " + operation.getOperationId());
        }
    }

    /** A parameter of the path or query has an example, so that it can be called by a click. */
    @Test
    void everyParameterAndBodyHasAnExample() {
        for (Operation operation : ContractJudge.operations()) {
            operation
                    .getParameters()
                    .forEach(parameter -> assertTrue(
                            parameter.getOpenAPIModel().containsKey("example"),
                            operation.getOperationId() + " " + parameter.getName()));
            if (operation.getRequestBody() != null
                    && operation.getRequestBody().getContent().get(FORM) == null) {
                MediaType body = operation.getRequestBody().getContent().get("application/json");
                assertNotNull(body);
                assertTrue(body.getOpenAPIModel().containsKey("example"), operation.getOperationId());
            }
        }
    }

    @Test
    void theCodesAreThoseOfTheCatalogue() throws IOException {
        List<?> described = Contract.read()
                .getJsonObject("components")
                .getJsonObject("schemas")
                .getJsonObject("Code")
                .getJsonArray("enum")
                .getList();
        Set<String> known = Arrays.stream(ErrorCode.values()).map(Enum::name).collect(Collectors.toSet());
        assertEquals(known, Set.copyOf(described));
        assertEquals(known.size(), described.size());
    }

    @Test
    void examplesAreTrueToTheirSchemas() throws TimeoutException {
        OpenAPIContract contract = contract();
        int checked = 0;
        for (Operation operation : contract.operations()) {
            String name = operation.getOperationId();
            if (operation.getRequestBody() != null
                    && operation.getRequestBody().getContent().get(FORM) == null) {
                checked += holdExamples(
                        contract, operation.getRequestBody().getContent().get("application/json"), name);
            }
            checked += holdExamples(
                    contract, operation.getResponse(200).getContent().get("application/json"), name);
            assertFalse(operation.getTags().isEmpty(), name);
        }
        assertTrue(checked >= 20, "examples: " + checked);
    }

    private static int holdExamples(OpenAPIContract contract, @Nullable MediaType type, String name) {
        assertNotNull(type, name);
        JsonObject model = type.getOpenAPIModel();
        JsonObject examples = model.getJsonObject("examples", new JsonObject());
        if (model.containsKey("example")) {
            examples = object("only", object("value", model.getJsonObject("example")));
        }
        SchemaRepository schemas = contract.getSchemaRepository();
        int checked = 0;
        for (String key : examples.fieldNames()) {
            if (!key.startsWith("__")) {
                JsonObject value =
                        examples.getJsonObject(key).getJsonObject("value").copy();
                value.fieldNames().removeIf(member -> member.startsWith("__"));
                var result = schemas.validator(type.getSchema()).validate(value);
                assertEquals(
                        true,
                        result.getValid(),
                        () -> name + " " + key + ": " + result.toJson().encode());
                checked++;
            }
        }
        return checked;
    }

    private static Set<String> routes(Router router) {
        Set<String> routes = new TreeSet<>();
        for (Route route : router.getRoutes()) {
            if (route.getPath() != null
                    && !route.getPath().equals("/")
                    && !route.getPath().startsWith(DOCS)
                    && !route.getPath().startsWith(PAGES)
                    && !route.getPath().startsWith(PICTURES)) {
                Set<HttpMethod> methods = route.methods();
                assertNotNull(methods, route.getPath());
                methods.forEach(method -> routes.add(method + " " + route.getPath()));
            }
        }
        return routes;
    }

    private OpenAPIContract contract() throws TimeoutException {
        return Contract.load(node.vertx).await(60, TimeUnit.SECONDS);
    }
}
