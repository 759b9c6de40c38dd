package io.nightmarket.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Loads {@code openapi.yaml}, the contract that the routes are made from. Each event loop loads its own: Vert.x writes into
 * the schemas while it validates.
 */
final class Contract {
    private static final String RESOURCE = "/openapi.yaml";
    private static final String PROBLEM_JSON = "application/problem+json";

    private static final String SERVERS = "servers";

    private Contract() {}

    static Future<OpenAPIContract> load(Vertx vertx) {
        return vertx.executeBlocking(() -> forRouter(read()))
                .compose(contract -> OpenAPIContract.from(vertx, contract));
    }

    /** The contract as it is written. */
    static JsonObject read() throws IOException {
        try (InputStream in = Objects.requireNonNull(Contract.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            Map<String, Object> members = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
            return new JsonObject(members);
        }
    }

    /**
     * Leaves out what is for readers only: the servers, for paths answer under any of them, and the problem documents,
     * for the router's library refuses contracts whose answers have media types that it does not know.
     */
    private static JsonObject forRouter(JsonObject contract) {
        contract.remove(SERVERS);
        JsonObject answers = contract.getJsonObject("components").getJsonObject("responses");
        for (String name : answers.fieldNames()) {
            JsonObject content = answers.getJsonObject(name).getJsonObject("content");
            // An answer may have none.
            if (content != null) {
                content.remove(PROBLEM_JSON);
            }
        }
        return contract;
    }
}
