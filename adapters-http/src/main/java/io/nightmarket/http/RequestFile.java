package io.nightmarket.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The examples of the contract as a file of HTTP requests, which editors send one by one ({@code .http}). */
public final class RequestFile {
    private static final List<String> METHODS = List.of("get", "post", "put", "delete");
    private static final String JSON = "application/json";
    private static final String REFERENCE = "$ref";
    private static final String EXAMPLE = "example";
    private static final String PICTURE = """
            Content-Type: multipart/form-data; boundary=picture

            --picture
            Content-Disposition: form-data; name="file"; filename="picture.jpg"

            < ./picture.jpg
            --picture--
            """;

    private final JsonObject contract;

    private RequestFile(JsonObject contract) {
        this.contract = contract;
    }

    /**
     * A request for each operation.
     *
     * @param host where the node is, such as {@code http://localhost:8080}
     */
    public static String text(String host) {
        try {
            return new RequestFile(Contract.read()).write(host);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String write(String host) {
        JsonObject paths = contract.getJsonObject("paths");
        return paths.fieldNames().stream()
                .flatMap(path -> METHODS.stream()
                        .filter(paths.getJsonObject(path)::containsKey)
                        .map(method ->
                                request(method, path, paths.getJsonObject(path).getJsonObject(method))))
                .collect(Collectors.joining("\n", "@host = " + host + "\n@token = that of a login\n\n", ""));
    }

    private String request(String method, String path, JsonObject operation) {
        StringBuilder text = new StringBuilder("### ")
                .append(operation.getString("summary"))
                .append("\n# @name ")
                .append(operation.getString("operationId"))
                .append('\n')
                .append(method.toUpperCase(Locale.ROOT))
                .append(" {{host}}")
                .append(target(path, operation))
                .append('\n');
        if (!operation.getJsonArray("security").isEmpty()) {
            text.append("Authorization: {{token}}\n");
        }
        parameters(operation, "header")
                .forEach(header -> text.append(header.getString("name"))
                        .append(": ")
                        .append(header.getValue(EXAMPLE))
                        .append('\n'));
        return text.append(body(operation.getJsonObject("requestBody"))).toString();
    }

    private String target(String path, JsonObject operation) {
        String filled = path;
        for (JsonObject parameter : parameters(operation, "path").toList()) {
            filled = filled.replace('{' + parameter.getString("name") + '}', example(parameter));
        }
        String query = parameters(operation, "query")
                .map(parameter -> parameter.getString("name") + '=' + example(parameter))
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? filled : filled + '?' + query;
    }

    private static String example(JsonObject parameter) {
        return URLEncoder.encode(String.valueOf(parameter.getValue(EXAMPLE)), UTF_8);
    }

    private Stream<JsonObject> parameters(JsonObject operation, String in) {
        return operation.getJsonArray("parameters", new JsonArray()).stream()
                .map(JsonObject.class::cast)
                .map(this::resolved)
                .filter(parameter -> in.equals(parameter.getString("in")));
    }

    private JsonObject resolved(JsonObject part) {
        String reference = part.getString(REFERENCE);
        return reference == null
                ? part
                : contract.getJsonObject("components")
                        .getJsonObject("parameters")
                        .getJsonObject(reference.substring(reference.lastIndexOf('/') + 1));
    }

    private static String body(@Nullable JsonObject body) {
        if (body == null) {
            return "";
        }
        JsonObject json = body.getJsonObject("content").getJsonObject(JSON);
        return json == null
                ? PICTURE
                : "Content-Type: " + JSON + "\n\n" + json.getJsonObject(EXAMPLE).encodePrettily() + '\n';
    }
}
