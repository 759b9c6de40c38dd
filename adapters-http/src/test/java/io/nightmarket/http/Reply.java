package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** An answer as a client sees it. */
record Reply(int status, HttpHeaders headers, JsonObject json) {
    private static final String MALFORMED = "请求格式错误：";

    /** The data of a success. */
    @Nullable
    Object data() {
        assertEquals(200, status, json::encode);
        assertEquals(true, json.getBoolean("success"), json::encode);
        assertFalse(json.containsKey("code"));
        return json.getValue("data");
    }

    /** The data of a success that says how far it is done. */
    @Nullable
    Object data(String code) {
        assertEquals(200, status, json::encode);
        assertEquals(true, json.getBoolean("success"), json::encode);
        assertEquals(code, json.getString("code"), json::encode);
        return json.getValue("data");
    }

    JsonArray list() {
        return json.getJsonArray("data");
    }

    JsonObject object() {
        Object data = data();
        assertNotNull(data);
        return (JsonObject) data;
    }

    /** Asserts a refusal or failure in the envelope. */
    Reply refusedAs(int expectedStatus, String code) {
        assertEquals(code, json.getString("code"), json::encode);
        assertEquals(expectedStatus, status, json::encode);
        assertEquals(false, json.getBoolean("success"));
        assertFalse(json.getString("errorMsg").isBlank());
        assertEquals(json.getString("requestId"), header("x-request-id"));
        return this;
    }

    void isRefused(int expectedStatus, String code) {
        assertEquals(this, refusedAs(expectedStatus, code));
    }

    String text() {
        return json.getString("errorMsg");
    }

    /** The member or parameter that a refusal names, without the rule that it broke. */
    String place() {
        assertTrue(text().startsWith(MALFORMED), this::text);
        return text().substring(MALFORMED.length()).split("，", 2)[0];
    }

    @Nullable
    String header(String name) {
        return headers.firstValue(name).orElse(null);
    }
}
