package io.nightmarket.chaos;

import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.MarkdownTable;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** What all runs found. */
record CampaignReport(long seed, Environment environment, List<RunReport> runs) {
    private static final List<String> HEAD = List.of(
            "fault",
            "runs",
            "sold",
            "answered",
            "answered settled",
            "answered lost",
            "refused by MySQL",
            "503",
            "503 time",
            "no answer",
            "longest pause",
            "repaired",
            "new writers",
            "violations");

    CampaignReport {
        runs = List.copyOf(runs);
    }

    boolean isClean() {
        return runs.stream().allMatch(RunReport::isClean);
    }

    /** A row for each fault in Markdown, and the stories of what was broken below. */
    void print(PrintStream out) {
        out.println(environment);
        out.println("seed " + seed);
        out.println();
        Map<Fault, List<RunReport>> byFault = runs.stream()
                .collect(
                        Collectors.groupingBy(RunReport::fault, () -> new EnumMap<>(Fault.class), Collectors.toList()));
        List<List<String>> rows = new ArrayList<>();
        byFault.forEach((fault, its) -> rows.add(row(fault, its)));
        new MarkdownTable(HEAD, rows).print(out);
        out.println();
        runs.forEach(run -> run.printViolations(out));
        out.println(
                isClean()
                        ? "Proof: in " + runs.size() + " runs nothing that was promised was broken."
                        : "BROKEN: see above.");
    }

    private static List<String> row(Fault fault, List<RunReport> runs) {
        long late = runs.stream().filter(RunReport::struckTooLate).count();
        return List.of(
                // A fault that strikes when all is sold proves little.
                fault.written() + (late == 0 ? "" : " (" + late + " injected at 0 free units)"),
                sum(runs, _ -> 1),
                sum(runs, run -> run.tally().sold()),
                sum(runs, run -> run.tally().answered()),
                sum(runs, run -> run.tally().settled()),
                sum(runs, run -> run.tally().lost()),
                sum(
                        runs,
                        run -> run.tally().rejected().values().stream()
                                .mapToLong(Long::longValue)
                                .sum()),
                sum(runs, run -> run.tally().answers("unavailable")),
                longest(runs, run -> run.measured().unavailable()),
                sum(runs, run -> run.tally().answers("unknown", "improper", "not sent")),
                longest(runs, RunReport::pause),
                sum(runs, run -> run.measured().reEnqueued() + run.measured().reopened()),
                sum(runs, run -> run.measured().writerChanges()),
                sum(runs, run -> run.violations().size()));
    }

    private static String longest(List<RunReport> runs, Function<RunReport, Duration> time) {
        long millis =
                runs.stream().map(time).mapToLong(Duration::toMillis).max().orElse(0);
        return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }

    private static String sum(List<RunReport> runs, ToLongFunction<RunReport> number) {
        return String.format(Locale.ROOT, "%,d", runs.stream().mapToLong(number).sum());
    }

    void write(Path file) throws IOException {
        Files.writeString(file, toJson().encodePrettily() + '\n');
    }

    private JsonObject toJson() {
        return new JsonObject()
                .put("seed", seed)
                .put("environment", environment.toJson())
                .put("runs", new JsonArray(runs.stream().map(RunReport::toJson).toList()));
    }
}
