package io.nightmarket.testkit;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where and on what was measured. */
public record Environment(Instant when, Map<String, String> parts) {
    /** This machine and Java, and what else took part, by name. */
    public static Environment here(Instant when, Map<String, String> others) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("system", System.getProperty("os.name") + ' ' + System.getProperty("os.arch"));
        parts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        parts.put("java", System.getProperty("java.vm.name") + ' ' + Runtime.version());
        parts.putAll(others);
        return new Environment(when, parts);
    }

    public JsonObject toJson() {
        JsonObject json = new JsonObject().put("when", when.toString());
        parts.forEach(json::put);
        return json;
    }

    @Override
    public String toString() {
        return when + ", " + parts;
    }
}
