package io.nightmarket.bench.report;

import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.MarkdownTable;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one run of a benchmark found: as a table in Markdown with the verifications below it, and as JSON. */
public final class Report {
    private final Environment environment;
    private final MarkdownTable table;
    private final List<String> notes;
    private final List<Verification> verifications;
    private final JsonObject json;

    private Report(
            String bench,
            Environment environment,
            MarkdownTable table,
            List<String> notes,
            List<Verification> verifications) {
        this.environment = environment;
        this.table = table;
        this.notes = List.copyOf(notes);
        this.verifications = List.copyOf(verifications);
        this.json = new JsonObject()
                .put("bench", bench)
                .put("environment", environment.toJson())
                .put(
                        "proofs",
                        new JsonArray(
                                verifications.stream().map(Verification::toJson).toList()));
    }

    /** Of candidates side by side. */
    public static Report of(
            String bench, Environment environment, List<Comparison> comparisons, List<Verification> verifications) {
        MarkdownTable table = new MarkdownTable(
                Comparison.HEAD, comparisons.stream().flatMap(Comparison::rows).toList());
        Report report = new Report(bench, environment, table, List.of(), verifications);
        report.json.put(
                "comparisons",
                new JsonArray(comparisons.stream().map(Comparison::toJson).toList()));
        return report;
    }

    /** Of what is measured against targets; the notes say what is to be known of the rows. */
    public static Report of(
            String bench,
            Environment environment,
            List<Finding> rows,
            List<String> notes,
            List<Verification> verifications) {
        MarkdownTable table =
                new MarkdownTable(Finding.HEAD, rows.stream().map(Finding::row).toList());
        Report report = new Report(bench, environment, table, notes, verifications);
        report.json
                .put("rows", new JsonArray(rows.stream().map(Finding::toJson).toList()))
                .put("notes", new JsonArray(notes));
        return report;
    }

    /** Prints it, and writes it where it is wanted; answers the exit code, which is 1 when a promise was broken. */
    public int publish(PrintStream out, @Nullable Path file) throws IOException {
        out.println(environment);
        out.println();
        table.print(out);
        out.println();
        notes.forEach(out::println);
        verifications.forEach(out::println);
        if (file != null) {
            Files.writeString(file, json.encodePrettily() + '\n');
        }
        return !verifications.isEmpty() && verifications.stream().allMatch(Verification::holds) ? 0 : 1;
    }
}
