package io.nightmarket.bench.report;

import io.nightmarket.testkit.Environment;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What one run of a benchmark found that measures against targets.
 *
 * @param notes what is to be known of the rows
 */
public record Findings(
        String bench, Environment environment, List<Finding> rows, List<String> notes, List<Proof> proofs) {
    public Findings {
        rows = List.copyOf(rows);
        notes = List.copyOf(notes);
        proofs = List.copyOf(proofs);
    }

    public boolean isProven() {
        return Proof.allHold(proofs);
    }

    /** As a table in Markdown, and the proofs below it. */
    public void print(PrintStream out) {
        out.println(environment);
        out.println();
        out.println(Finding.HEAD);
        rows.forEach(row -> out.println(row.row()));
        out.println();
        notes.forEach(out::println);
        proofs.forEach(out::println);
    }

    public void write(Path file) throws IOException {
        Files.writeString(file, toJson().encodePrettily() + '\n');
    }

    JsonObject toJson() {
        return new JsonObject()
                .put("bench", bench)
                .put("environment", environment.toJson())
                .put("rows", new JsonArray(rows.stream().map(Finding::toJson).toList()))
                .put("notes", new JsonArray(notes))
                .put("proofs", new JsonArray(proofs.stream().map(Proof::toJson).toList()));
    }
}
