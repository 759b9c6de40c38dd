package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.Location;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.contract.Parameter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Requests made from the examples of the contract by chance: most parts as described, some not. Replays from its seed. */
final class FuzzRequests {
    private static final List<String> TEXTS = List.of(new String[] {
        "",
        "0",
        "-1",
        "1",
        "2",
        "1.5",
        "1e9",
        "abc",
        "null",
        "true",
        "NaN",
        "[]",
        "{}",
        "1,2",
        "%",
        "_",
        "\\",
        "'",
        "9007199254740993",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775809",
        "' OR 1=1 -- ",
        "../../etc/passwd",
        "a\u0000b",
        "\r\nx: y",
        "\u202e炉鱼",
        "🍜🍜",
        "javascript:alert(1)",
        "2026-02-30T25:61:00",
        "a".repeat(300),
        "鱼".repeat(1_200)
    });

    private static final List<@Nullable Object> VALUES = Arrays.asList(
            null,
            true,
            0,
            -1,
            1.5,
            1e300,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            new JsonArray(),
            new JsonArray().add(1).addNull(),
            new JsonObject(),
            object("a", new JsonArray().add(new JsonObject())));

    private static final List<Buffer> BODIES = List.of(
            Buffer.buffer(),
            Buffer.buffer("{"),
            Buffer.buffer("null"),
            Buffer.buffer("[]"),
            Buffer.buffer("\"x\""),
            Buffer.buffer("{\"id\":1,\"id\":2}"),
            Buffer.buffer("[".repeat(5_000)),
            Buffer.buffer("{\"id\":1e400}"),
            Buffer.buffer(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'}),
            Buffer.buffer("{} x"));

    private static final List<String> TYPES = List.of(
            "application/json",
            "application/json; charset=utf-16",
            "text/plain",
            "application/xml",
            "multipart/form-data",
            "application/x-www-form-urlencoded",
            "/");

    private static final List<String> KEYS = List.of("click-1", "x y", "a".repeat(65), "~", "é", "");

    private final Random random;
    private final List<Operation> operations;
    private final List<String> tokens;

    /** @param tokens the tokens of callers, some that hold and some that don't */
    FuzzRequests(long seed, List<Operation> operations, List<String> tokens) {
        this.random = new Random(seed);
        this.operations = operations;
        this.tokens = tokens;
    }

    record Sent(
            Operation operation,
            HttpMethod method,
            String target,
            MultiMap headers,
            @Nullable Buffer body) {}

    Sent next() {
        Operation operation = any(operations);
        return new Sent(operation, operation.getHttpMethod(), target(operation), headers(operation), body(operation));
    }

    private String target(Operation operation) {
        String path = operation.getOpenAPIPath();
        StringBuilder query = new StringBuilder();
        for (Parameter parameter : operation.getParameters()) {
            String example = String.valueOf(parameter.getOpenAPIModel().getValue("example"));
            String value = URLEncoder.encode(chance(3) ? any(TEXTS) : example, StandardCharsets.UTF_8)
                    .replace("+", "%20");
            if (parameter.getIn() == Location.PATH) {
                path = path.replace('{' + parameter.getName() + '}', value);
            } else if (parameter.getIn() == Location.QUERY && !chance(8)) {
                String pair = parameter.getName() + '=' + value;
                query.append('&').append(pair).append(chance(12) ? '&' + pair : "");
            }
        }
        return (chance(2) ? "/api" : "") + path + (query.isEmpty() ? "" : "?" + query);
    }

    private MultiMap headers(Operation operation) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap();
        if (!operation.getOperationId().equals("logOut") && !chance(5)) {
            headers.set("authorization", (chance(2) ? "" : "Bearer ") + any(tokens));
        }
        if (chance(3)) {
            headers.set("accept", "application/problem+json");
        }
        if (chance(3)) {
            headers.set("accept-language", any(List.of("en", "zh-CN,en;q=0.5", "x;q=9", "*")));
        }
        if (chance(4)) {
            headers.set("idempotency-key", any(KEYS));
        }
        if (chance(6)) {
            headers.set("if-none-match", any(List.of("*", "\"x\"", "W/", "\"")));
        }
        headers.set("content-type", chance(8) ? any(TYPES) : "application/json");
        return headers;
    }

    private @Nullable Buffer body(Operation operation) {
        JsonObject example = DescribedApi.body(operation);
        if (example == null) {
            return chance(20) ? any(BODIES) : null;
        }
        if (chance(10)) {
            return any(BODIES);
        }
        for (String name : List.copyOf(example.fieldNames())) {
            if (chance(6)) {
                example.put(name, chance(2) ? any(TEXTS) : this.<@Nullable Object>any(VALUES));
            } else if (chance(15)) {
                example.remove(name);
            }
        }
        return example.toBuffer();
    }

    /** True once in this number of calls, by chance. */
    private boolean chance(int times) {
        return random.nextInt(times) == 0;
    }

    private <T extends @Nullable Object> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
