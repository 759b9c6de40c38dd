package io.nightmarket.bench.report;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
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
    static final List<String> HEAD =
            List.of("what", "value", "unit", "p50 ms", "p99 ms", "beside", "ratio", "target", "reached");

    /** Of one round. */
    public Finding(String what, String unit, Reading reading, @Nullable Goal goal) {
        this(what, unit, List.of(reading), goal);
    }

    /** Whether the goal was reached; so is no goal. */
    private boolean isReached() {
        return goal == null || (rounds.stream().allMatch(Reading::whole) && goal.isReached(median(goal.measure()::of)));
    }

    private @Nullable Double median(Function<Reading, @Nullable Double> reader) {
        OptionalDouble median = Reading.median(
                rounds.stream().map(reader).filter(Objects::nonNull).map(Objects::requireNonNull));
        return median.isPresent() ? Double.valueOf(median.getAsDouble()) : null;
    }

    List<String> row() {
        return List.of(
                what,
                number(median(Reading::value)),
                unit,
                number(median(Reading::p50)),
                number(median(Reading::p99)),
                number(median(Reading::beside)),
                number(median(Reading::ratio)),
                goal == null ? "" : goal.toString(),
                goal == null ? "" : isReached() ? "yes" : "no");
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
