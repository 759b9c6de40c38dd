package io.nightmarket.bench.report;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was read of one thing in all rounds. Medians count.
 *
 * @param rounds one reading for each round; at least one
 */
public record Finding(
        String what,
        String unit,
        List<Reading> rounds,
        @Nullable Goal goal) {
    static final String HEAD = "| what | value | unit | p50 ms | p99 ms | beside | ratio | target | reached |\n"
            + "|---|---|---|---|---|---|---|---|---|";

    public Finding {
        if (rounds.isEmpty()) {
            throw new IllegalArgumentException("nothing was read of " + what);
        }
        rounds = List.copyOf(rounds);
    }

    /** Whether the goal was reached; so is no goal. */
    public boolean isReached() {
        return goal == null || (rounds.stream().allMatch(Reading::whole) && goal.isReached(median(goal.measure()::of)));
    }

    private @Nullable Double median(Function<Reading, @Nullable Double> reader) {
        List<Double> values =
                rounds.stream().map(reader).filter(Objects::nonNull).toList();
        return values.isEmpty() ? null : Double.valueOf(new Figure(what, values).median());
    }

    /** A row of a table in Markdown. */
    String row() {
        return String.join(
                " | ",
                "| " + what,
                number(median(Reading::value)),
                unit,
                number(median(Reading::p50)),
                number(median(Reading::p99)),
                number(median(Reading::beside)),
                number(median(Reading::ratio)),
                goal == null ? "" : goal.toString(),
                (goal == null ? "" : isReached() ? "yes" : "no") + " |");
    }

    private static String number(@Nullable Double value) {
        return value == null ? "" : String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.2f" : "%,.0f", value);
    }

    JsonObject toJson() {
        return new JsonObject()
                .put("what", what)
                .put("value", median(Reading::value))
                .put("unit", unit)
                .put("p50", median(Reading::p50))
                .put("p99", median(Reading::p99))
                .put("beside", median(Reading::beside))
                .put("ratio", median(Reading::ratio))
                .put("target", goal == null ? null : goal.toString())
                .put("reached", goal == null ? null : Boolean.valueOf(isReached()))
                .put("rounds", rounds.stream().map(Reading::value).toList());
    }
}
