package io.nightmarket.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each benchmark runs for a moment, on the servers given by environment or embedded ones: proofs and shape, no speed. */
final class BenchIT {
    private static final Map<String, String> SERVERS =
            Map.of("--redis", "NIGHTMARKET_TEST_REDIS", "--mysql", "NIGHTMARKET_TEST_MYSQL");

    @TempDir
    private Path folder;

    @Test
    void locksAreProvenAndCompared() throws Exception {
        JsonObject report = run("locks", "--rounds", "1", "--millis", "100");
        assertEquals(6, compared(report));
    }

    @Test
    void idsAreProvenAndCompared() throws Exception {
        JsonObject report = run("ids", "--rounds", "1", "--millis", "100", "--ids", "30000");
        assertEquals(2, compared(report));
    }

    private JsonObject run(String bench, String... options) throws Exception {
        Path json = folder.resolve("figures.json");
        List<String> arguments = new ArrayList<>(List.of(bench, "--json", json.toString()));
        arguments.addAll(List.of(options));
        SERVERS.forEach((option, variable) -> {
            String uri = System.getenv(variable);
            if (uri != null) {
                arguments.addAll(List.of(option, uri));
            }
        });
        assertEquals(0, Main.program().execute(arguments.toArray(String[]::new)));
        JsonObject report = new JsonObject(Files.readString(json));
        assertEquals(Set.of("bench", "environment", "comparisons", "proofs"), report.fieldNames());
        assertEquals(bench, report.getString("bench"));
        assertFalse(report.getJsonArray("proofs").isEmpty());
        report.getJsonArray("proofs")
                .forEach(proof -> assertTrue(((JsonObject) proof).getBoolean("holds"), proof::toString));
        return report;
    }

    /** How many comparisons there are, each of the one shape. */
    private static int compared(JsonObject report) {
        JsonArray comparisons = report.getJsonArray("comparisons");
        for (Object each : comparisons) {
            JsonObject comparison = (JsonObject) each;
            assertEquals(Set.of("name", "unit", "better", "peer", "figures"), comparison.fieldNames());
            JsonArray figures = comparison.getJsonArray("figures");
            assertTrue(figures.size() > 1, "compared with nobody");
            for (int i = 0; i < figures.size(); i++) {
                JsonObject figure = figures.getJsonObject(i);
                assertEquals(Set.of("of", "median", "rounds", "ratio"), figure.fieldNames());
                assertTrue(figure.getDouble("median") > 0, figure::toString);
                assertEquals(1, figure.getJsonArray("rounds").size());
            }
            assertEquals(1.0, ratioOf(figures, comparison.getString("peer")));
        }
        return comparisons.size();
    }

    private static double ratioOf(JsonArray figures, String peer) {
        return figures.stream()
                .map(JsonObject.class::cast)
                .filter(figure -> peer.equals(figure.getString("of")))
                .findFirst()
                .orElseThrow()
                .getDouble("ratio");
    }
}
