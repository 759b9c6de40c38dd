package io.nightmarket.bench.report;

import io.nightmarket.testkit.Environment;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What one run of a benchmark found. */
public record Report(String bench, Environment environment, List<Comparison> comparisons, List<Proof> proofs) {
    public Report {
        comparisons = List.copyOf(comparisons);
        proofs = List.copyOf(proofs);
    }

    public boolean isProven() {
        return Proof.allHold(proofs);
    }

    /** As a table in Markdown, and the proofs below it. */
    public void print(PrintStream out) {
        out.println(environment);
        out.println();
        out.println("| what | of | median | lowest | highest | against the peer |");
        out.println("|---|---|---|---|---|---|");
        comparisons.forEach(comparison -> comparison.print(out));
        out.println();
        proofs.forEach(out::println);
    }

    public void write(Path file) throws IOException {
        Files.writeString(file, toJson().encodePrettily() + '\n');
    }

    JsonObject toJson() {
        return new JsonObject()
                .put("bench", bench)
                .put("environment", environment.toJson())
                .put(
                        "comparisons",
                        new JsonArray(
                                comparisons.stream().map(Comparison::toJson).toList()))
                .put("proofs", new JsonArray(proofs.stream().map(Proof::toJson).toList()));
    }
}
