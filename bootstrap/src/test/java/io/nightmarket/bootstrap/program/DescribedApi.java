package io.nightmarket.bootstrap.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.nightmarket.bootstrap.program.Client.Answer;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.OutputUnit;
import io.vertx.openapi.contract.Location;
import io.vertx.openapi.contract.MediaType;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.contract.Parameter;
import io.vertx.openapi.contract.Response;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The contract as a node serves it: its operations, their examples, and what their answers must look like. */
final class DescribedApi {
    private static final String JSON = "application/json";
    private static final String FORM = "multipart/form-data";
    private static final String EXAMPLE = "example";

    private final OpenAPIContract contract;
    private final String server;

    private DescribedApi(OpenAPIContract contract, String server) {
        this.contract = contract;
        this.server = server;
    }

    /** As the node at this address serves it. */
    static DescribedApi of(Vertx vertx, String address) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/docs/openapi.yaml"))
                    .build();
            return parse(vertx, http.send(request, BodyHandlers.ofString()).body());
        }
    }

    private static DescribedApi parse(Vertx vertx, String yaml) throws IOException {
        Map<String, Object> members = new YAMLMapper().readValue(yaml, new TypeReference<>() {});
        JsonObject contract = new JsonObject(members);
        String server = contract.getJsonArray("servers").getJsonObject(0).getString("url");
        // Vert.x' reader knows neither addresses without a host nor problem documents.
        contract.remove("servers");
        JsonObject answers = contract.getJsonObject("components").getJsonObject("responses");
        // An answer may have no content.
        answers.fieldNames()
                .forEach(name -> answers.getJsonObject(name)
                        .getJsonObject("content", new JsonObject())
                        .remove("application/problem+json"));
        return new DescribedApi(Client.await(OpenAPIContract.from(vertx, contract)), server);
    }

    /** Those of answers that are no success. */
    Set<String> codes() {
        return contract
                .getRawContract()
                .getJsonObject("components")
                .getJsonObject("schemas")
                .getJsonObject("Code")
                .getJsonArray("enum")
                .stream()
                .map(String::valueOf)
                .collect(Collectors.toSet());
    }

    List<Operation> operations() {
        return contract.operations();
    }

    Operation operation(String id) {
        Operation operation = contract.operation(id);
        assertNotNull(operation, id);
        return operation;
    }

    /** The target of the operation's example. */
    String target(Operation operation) {
        return target(operation, Map.of());
    }

    /** The target of the operation's example, with other values of parameters. */
    String target(Operation operation, Map<String, String> values) {
        String path = operation.getOpenAPIPath();
        StringBuilder query = new StringBuilder();
        for (Parameter parameter : operation.getParameters()) {
            String example = String.valueOf(parameter.getOpenAPIModel().getValue(EXAMPLE));
            String value = URLEncoder.encode(values.getOrDefault(parameter.getName(), example), UTF_8);
            if (parameter.getIn() == Location.PATH) {
                path = path.replace('{' + parameter.getName() + '}', value);
            } else if (parameter.getIn() == Location.QUERY) {
                query.append(query.isEmpty() ? '?' : '&')
                        .append(parameter.getName())
                        .append('=')
                        .append(value);
            }
        }
        return server + path + query;
    }

    /** The body of the operation's example; null when it takes none, or a form. */
    static @Nullable JsonObject body(Operation operation) {
        if (operation.getRequestBody() == null
                || operation.getRequestBody().getContent().get(FORM) != null) {
            return null;
        }
        MediaType type = operation.getRequestBody().getContent().get(JSON);
        assertNotNull(type, operation.getOperationId());
        JsonObject body = type.getOpenAPIModel().getJsonObject(EXAMPLE).copy();
        // The reader's own notes.
        body.fieldNames().removeIf(name -> name.startsWith("__"));
        return body;
    }

    /** The body of the operation's example, with other values of members. */
    static @Nullable JsonObject body(Operation operation, Map<String, String> values) {
        JsonObject body = body(operation);
        if (body != null) {
            values.forEach((name, value) -> {
                if (body.containsKey(name)) {
                    body.put(name, value);
                }
            });
        }
        return body;
    }

    static boolean needsLogin(Operation operation) {
        return !operation.getSecurityRequirements().isEmpty();
    }

    /** The status must be described, a refusal named, and the body of the described shape. */
    void judge(Operation operation, Answer answer) {
        Response described = operation.getResponse(answer.status());
        assertNotNull(described, () -> operation.getOperationId() + ": " + answer);
        String text = described.getOpenAPIModel().getString("description");
        assertTrue(
                answer.status() != 200 || answer.code().isEmpty() || answer.success() || text.contains(answer.code()),
                () -> operation.getOperationId() + " is not described to refuse so: " + answer);
        MediaType shape = described.getContent().get(JSON);
        assertNotNull(shape, operation.getOperationId());
        OutputUnit result =
                contract.getSchemaRepository().validator(shape.getSchema()).validate(answer.body());
        assertTrue(
                Boolean.TRUE.equals(result.getValid()),
                () -> operation.getOperationId() + ": " + answer + ' '
                        + result.toJson().encode());
    }
}
