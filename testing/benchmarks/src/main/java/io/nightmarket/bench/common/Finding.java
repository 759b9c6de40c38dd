package io.nightmarket.bench.common;

import io.nightmarket.testkit.MarkdownTable;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
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
    /** The fields of the JSON that are shown. */
    private static final List<String> SHOWN =
            List.of("what", "value", "unit", "p50", "p99", "beside", "ratio", "target", "reached");

    /**
     * What one round read of one thing; what was not read is no number.
     *
     * @param value in the unit of its finding
     * @param beside the value of what it is compared with, measured right before and after
     * @param p50 milliseconds
     * @param p99 milliseconds
     * @param whole whether all that was to be measured was; what is not whole reaches no goal
     */
    public record Reading(double value, double beside, double p50, double p99, boolean whole) {
        public Reading(double value, double beside, double p50, double p99) {
            this(value, beside, p50, p99, true);
        }

        public static Reading of(double value) {
            return new Reading(value, Double.NaN, Double.NaN, Double.NaN);
        }

        double ratio() {
            return value / beside;
        }
    }

    /** All of a run, in the order in which they were found. */
    public static MarkdownTable table(Collection<Finding> findings) {
        return new MarkdownTable(
                List.of("what", "value", "unit", "p50 ms", "p99 ms", "beside", "ratio", "target", "reached"),
                findings.stream()
                        .map(Finding::toJson)
                        .map(json -> SHOWN.stream()
                                .map(field -> text(json.getValue(field)))
                                .toList())
                        .toList());
    }

    private static String text(@Nullable Object field) {
        return switch (field) {
            case null -> "";
            case Double number -> String.format(Locale.ROOT, Math.abs(number) < 100 ? "%.2f" : "%,.0f", number);
            case Boolean reached -> reached ? "yes" : "no";
            default -> field.toString();
        };
    }

    /** Whether the goal was reached. */
    private boolean isReached(Goal wanted) {
        return rounds.stream().allMatch(Reading::whole)
                && wanted.isReached(Report.median(rounds.stream().mapToDouble(wanted.measure()::of)));
    }

    private @Nullable Double median(ToDoubleFunction<Reading> reader) {
        double median = Report.median(rounds.stream().mapToDouble(reader));
        return Double.isNaN(median) ? null : Double.valueOf(median);
    }

    public JsonObject toJson() {
        return new JsonObject()
                .put("what", what)
                .put("value", median(Reading::value))
                .put("unit", unit)
                .put("p50", median(Reading::p50))
                .put("p99", median(Reading::p99))
                .put("beside", median(Reading::beside))
                .put("ratio", median(Reading::ratio))
                .put("target", goal == null ? null : goal.toString())
                .put("reached", goal == null ? null : Boolean.valueOf(isReached(goal)))
                .put("rounds", rounds.stream().map(Reading::value).toList());
    }
}
