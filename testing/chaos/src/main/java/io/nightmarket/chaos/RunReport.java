package io.nightmarket.chaos;

import io.nightmarket.chaos.check.Measurements;
import io.nightmarket.chaos.check.Violation;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one run found.
 *
 * @param injectedAt free units when the fault was injected; empty when it was not, works from the beginning, or they could not be read
 * @param measured what the product repaired, and for how long it answered 503
 * @param pause the longest time in which no buyer got an answer that holds, while clicks came
 * @param logs what the nodes logged, of a run with violations
 */
record RunReport(
        Fault fault,
        long seed,
        SaleSize size,
        OptionalLong injectedAt,
        Tally tally,
        Measurements measured,
        Duration pause,
        Duration took,
        List<Violation> violations,
        NodeLogs.Kept logs) {
    /** How large the sales of a campaign are. */
    record SaleSize(int buyers, int stock) {
        static final SaleSize USUAL = new SaleSize(20_000, 5_000);

        /** The options that name it; nothing for what is usual. */
        String options() {
            return (buyers == USUAL.buyers ? "" : " --buyers " + buyers)
                    + (stock == USUAL.stock ? "" : " --stock " + stock);
        }
    }

    private static final String BROKE_OFF = "the run broke off";

    RunReport {
        violations = List.copyOf(violations);
    }

    RunReport with(NodeLogs.Kept kept) {
        return new RunReport(fault, seed, size, injectedAt, tally, measured, pause, took, violations, kept);
    }

    /** What is left to say of a run that could not be judged. */
    static Violation breakOff(Exception why) {
        return new Violation(BROKE_OFF, why.toString(), causes(why));
    }

    private static List<String> causes(Exception why) {
        return Stream.iterate(why.getCause(), Objects::nonNull, Throwable::getCause)
                .map(cause -> "caused by " + cause)
                .toList();
    }

    boolean brokeOff() {
        return violations.stream().anyMatch(violation -> violation.rule().equals(BROKE_OFF));
    }

    /** Whether there was nothing left to break. */
    boolean struckTooLate() {
        return injectedAt.isPresent() && injectedAt.getAsLong() <= 0;
    }

    boolean isClean() {
        return violations.isEmpty();
    }

    /** Prints the shortest story of each rule that was broken, and how many more there are. */
    void printViolations(PrintStream out) {
        if (isClean()) {
            return;
        }
        out.printf(
                Locale.ROOT,
                "%s, seed %d: %d violations; \"--fault %s --seed %d%s\" repeats the run.%n",
                fault.written(),
                seed,
                violations.size(),
                fault.written(),
                seed,
                size.options());
        byRule().forEach((_, same) -> {
            out.println(shortest(same));
            if (same.size() > 1) {
                out.printf(Locale.ROOT, "    and %,d more of this kind%n", same.size() - 1);
            }
        });
        out.println("Logs of the nodes: " + logs.place());
        logs.errors().forEach(out::println);
    }

    private Map<String, List<Violation>> byRule() {
        return violations.stream().collect(Collectors.groupingBy(Violation::rule, TreeMap::new, Collectors.toList()));
    }

    private static Violation shortest(List<Violation> same) {
        return same.stream()
                .min(Comparator.comparingInt(violation -> violation.story().size()))
                .orElseThrow();
    }

    JsonObject toJson() {
        JsonArray broken = new JsonArray();
        byRule().forEach((rule, same) -> broken.add(new JsonObject()
                .put("rule", rule)
                .put("count", same.size())
                .put("what", shortest(same).what())
                .put("story", new JsonArray(shortest(same).story()))));
        JsonObject json = tally.toJson();
        injectedAt.ifPresent(free -> json.put("injectedAt", free));
        return json.put("fault", fault.written())
                .put("seed", seed)
                .put("longestPauseMillis", pause.toMillis())
                .put("unavailableMillis", measured.unavailable().toMillis())
                .put("reEnqueued", measured.reEnqueued())
                .put("reopened", measured.reopened())
                .put("writerChanges", measured.writerChanges())
                .put("tookMillis", took.toMillis())
                .put("violations", broken)
                .put("logs", logs.place());
    }
}
