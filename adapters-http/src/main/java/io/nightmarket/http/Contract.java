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

/** Loads {@code openapi.yaml}, the contract that the routes are made from. */
final class Contract {
    private static final String RESOURCE = "/openapi.yaml";
    private static final String PROBLEM_JSON = "application/problem+json";

    private Contract() {}

    static Future<OpenAPIContract> load(Vertx vertx) {
        return vertx.executeBlocking(() -> withoutProblems(read()))
                .compose(contract -> OpenAPIContract.from(vertx, contract));
    }

    /** The contract as it is written. */
    static JsonObject read() throws IOException {
        try (InputStream in = Objects.requireNonNull(Contract.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            Map<String, Object> members = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
            return new JsonObject(members);
        }
    }

    /** The router's library refuses contracts whose answers bear media types that it does not know. */
    private static JsonObject withoutProblems(JsonObject contract) {
        JsonObject answers = contract.getJsonObject("components").getJsonObject("responses");
        for (String name : answers.fieldNames()) {
            answers.getJsonObject(name).getJsonObject("content").remove(PROBLEM_JSON);
        }
        return contract;
    }
}
