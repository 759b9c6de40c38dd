package io.nightmarket.chaos;

import io.nightmarket.chaos.fault.Fault;
import io.nightmarket.testkit.Environment;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What all runs found. */
record CampaignReport(long seed, Environment environment, List<RunReport> runs) {
    private static final String HEAD = """
            | fault | runs | sold | told | told settled | told lost | refused by MySQL | 503 | no answer | longest pause | violations |
            |---|---|---|---|---|---|---|---|---|---|---|""";

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
        out.println(HEAD);
        Map<Fault, List<RunReport>> byFault = new EnumMap<>(Fault.class);
        for (RunReport run : runs) {
            byFault.merge(run.fault(), List.of(run), CampaignReport::joined);
        }
        byFault.forEach((fault, its) -> out.println(row(fault, its)));
        out.println();
        runs.forEach(run -> run.printViolations(out));
        out.println(
                isClean()
                        ? "Proof: in " + runs.size() + " runs nothing that was promised was broken."
                        : "BROKEN: see above.");
    }

    private static List<RunReport> joined(List<RunReport> some, List<RunReport> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static String row(Fault fault, List<RunReport> runs) {
        Map<String, Long> answers = new TreeMap<>();
        runs.forEach(run -> run.tally().answers().forEach((kind, count) -> answers.merge(kind, count, Long::sum)));
        return String.format(
                Locale.ROOT,
                "| %s | %d | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %.1f s | %d |",
                fault.written() + note(runs),
                runs.size(),
                runs.stream().mapToLong(run -> run.tally().sold()).sum(),
                runs.stream().mapToLong(run -> run.tally().told()).sum(),
                runs.stream().mapToLong(run -> run.tally().settled()).sum(),
                runs.stream().mapToLong(run -> run.tally().lost()).sum(),
                runs.stream()
                        .flatMap(run -> run.tally().rejected().values().stream())
                        .mapToLong(Long::longValue)
                        .sum(),
                sum(answers, "unavailable"),
                sum(answers, "unknown") + sum(answers, "improper") + sum(answers, "not sent"),
                runs.stream().mapToLong(run -> run.pause().toMillis()).max().orElse(0) / 1000.0,
                runs.stream().mapToInt(run -> run.violations().size()).sum());
    }

    /** A fault that strikes when all is sold proves little. */
    private static String note(List<RunReport> runs) {
        long late = runs.stream().filter(RunReport::struckTooLate).count();
        return late == 0 ? "" : " (" + late + " struck at 0 free units)";
    }

    private static long sum(Map<String, Long> answers, String kind) {
        return answers.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(kind))
                .mapToLong(Map.Entry::getValue)
                .sum();
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
