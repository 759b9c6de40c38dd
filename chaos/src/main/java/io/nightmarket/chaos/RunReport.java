package io.nightmarket.chaos;

import io.nightmarket.chaos.check.Violation;
import io.nightmarket.chaos.fault.Fault;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one run found.
 *
 * @param pause the longest time in which nobody was told anything that holds, while clicks came
 */
record RunReport(Fault fault, long seed, Tally tally, Duration pause, Duration took, List<Violation> violations) {
    RunReport {
        violations = List.copyOf(violations);
    }

    boolean isClean() {
        return violations.isEmpty();
    }

    /** Of each rule that was broken one story, the shortest, and how many more there are. */
    void printViolations(PrintStream out) {
        if (isClean()) {
            return;
        }
        out.printf(
                Locale.ROOT,
                "%s, seed %d: %d violations; \"--fault %s --seed %d\" repeats the run.%n",
                fault.written(),
                seed,
                violations.size(),
                fault.written(),
                seed);
        byRule().forEach((_, same) -> {
            out.println(shortest(same));
            if (same.size() > 1) {
                out.printf(Locale.ROOT, "    and %,d more of this kind%n", same.size() - 1);
            }
        });
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
        return tally.toJson()
                .put("fault", fault.written())
                .put("seed", seed)
                .put("longestPauseMillis", pause.toMillis())
                .put("tookMillis", took.toMillis())
                .put("violations", broken);
    }
}
