package io.nightmarket.bench.common;

import com.google.errorprone.annotations.FormatMethod;
import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.MarkdownTable;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.DoubleStream;

/** What a run of a benchmark found: a table in Markdown with notes and verifications below it, and the same as JSON. */
public final class Report {
    private final Set<String> notes = new LinkedHashSet<>();
    private final List<String> verifications = new ArrayList<>();
    private final JsonArray proofs = new JsonArray();
    private final PrintStream out = System.out;
    private boolean broken;

    /** Says what is to be known of the figures. */
    @FormatMethod
    public void note(String format, Object... values) {
        notes.add(String.format(Locale.ROOT, format, values));
    }

    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** A promise, and whether it was kept while it was measured. */
    @FormatMethod
    public void verify(boolean holds, String format, Object... values) {
        String claim = String.format(Locale.ROOT, format, values);
        verifications.add((holds ? "Proof: " : "BROKEN: ") + claim);
        proofs.add(new JsonObject().put("claim", claim).put("holds", holds));
        broken |= !holds;
    }

    /**
     * Prints it, and writes it where it is wanted; answers the exit code, which is 1 when a promise was broken.
     *
     * @param tables by scenario, all with the same head; printed as one
     * @param figures those of the tables, as JSON
     */
    public int publish(
            String bench,
            Environment environment,
            SequencedMap<String, MarkdownTable> tables,
            JsonObject figures,
            ReportOptions options)
            throws IOException {
        out.println(environment);
        out.println();
        MarkdownTable.joined(tables.sequencedValues()).print(out);
        out.println();
        notes.forEach(out::println);
        verifications.forEach(out::println);
        JsonObject json = new JsonObject().put("bench", bench).put("environment", environment.toJson());
        options.write(json.put("proofs", proofs).mergeIn(figures));
        if (broken || verifications.isEmpty()) {
            return 1;
        }
        options.write(environment, tables);
        return 0;
    }

    /** The middle one, or the mean of the two in the middle; numbers that are none don't count. */
    public static double median(DoubleStream values) {
        double[] sorted = values.filter(value -> !Double.isNaN(value)).sorted().toArray();
        int size = sorted.length;
        return size == 0 ? Double.NaN : (sorted[(size - 1) / 2] + sorted[size / 2]) / 2;
    }
}
