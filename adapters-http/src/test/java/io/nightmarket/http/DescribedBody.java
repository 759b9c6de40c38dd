package io.nightmarket.http;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A body of JSON as the contract describes it: its operation, an example, and the schemas of its members. */
record DescribedBody(
        String operation, String method, String path, JsonObject example, JsonObject members, JsonArray required) {
    /** The bodies of all operations that have one. */
    static List<DescribedBody> all() throws IOException {
        JsonObject contract = Contract.read();
        JsonObject schemas = contract.getJsonObject("components").getJsonObject("schemas");
        JsonObject paths = contract.getJsonObject("paths");
        List<DescribedBody> bodies = new ArrayList<>();
        for (String path : paths.fieldNames()) {
            for (String method : paths.getJsonObject(path).fieldNames()) {
                JsonObject operation = paths.getJsonObject(path).getJsonObject(method);
                JsonObject json = operation
                        .getJsonObject("requestBody", new JsonObject())
                        .getJsonObject("content", new JsonObject())
                        .getJsonObject("application/json");
                if (json != null) {
                    JsonObject schema = resolved(json.getJsonObject("schema"), schemas);
                    JsonObject members = new JsonObject();
                    schema.getJsonObject("properties")
                            .forEach(member ->
                                    members.put(member.getKey(), resolved((JsonObject) member.getValue(), schemas)));
                    bodies.add(new DescribedBody(
                            operation.getString("operationId"),
                            method.toUpperCase(Locale.ROOT),
                            path.replaceAll("\\{\\w+}", "1"),
                            json.getJsonObject("example"),
                            members,
                            schema.getJsonArray("required", new JsonArray())));
                }
            }
        }
        return bodies;
    }

    /** The schema without references, also in its alternatives. */
    private static JsonObject resolved(JsonObject schema, JsonObject schemas) {
        String reference = schema.getString("$ref");
        if (reference != null) {
            return resolved(schemas.getJsonObject(reference.substring(reference.lastIndexOf('/') + 1)), schemas);
        }
        JsonObject resolved = schema.copy();
        JsonArray alternatives = new JsonArray();
        schema.getJsonArray("anyOf", new JsonArray())
                .forEach(each -> alternatives.add(resolved((JsonObject) each, schemas)));
        return resolved.put("anyOf", alternatives);
    }

    /** The types of JSON that a member may have; none where the contract says nothing of it. */
    Set<String> types(String member) {
        return types(members.getJsonObject(member));
    }

    private static Set<String> types(JsonObject schema) {
        Set<String> types = new HashSet<>();
        Object own = schema.getValue("type", schema.containsKey("const") ? "integer" : new JsonArray());
        (own instanceof JsonArray several ? several : JsonArray.of(own)).forEach(type -> types.add((String) type));
        schema.getJsonArray("anyOf").forEach(each -> types.addAll(types((JsonObject) each)));
        return types;
    }

    /** Members that are texts in the first place. */
    List<String> texts() {
        return members.fieldNames().stream()
                .filter(member -> members.getJsonObject(member).containsKey("type")
                        && types(member).contains("string"))
                .toList();
    }

    /** The example with this member as JSON, or without it. */
    String with(String member, @Nullable String json) {
        JsonObject body = example.copy();
        if (json == null) {
            body.remove(member);
            return body.encode();
        }
        return body.put(member, "VALUE").encode().replace("\"VALUE\"", json);
    }

    Reply send(TestClient client, String token, String body) {
        return client.method(method, path, body, RoutesTestBase.AUTH, token);
    }
}
