package io.nightmarket.bench.report;

import io.nightmarket.testkit.load.LoadResult;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one round read of one thing.
 *
 * @param value in the unit of its finding
 * @param beside the same of what it is compared with, measured right before and after
 * @param p50 milliseconds
 * @param p99 milliseconds
 * @param whole whether all that was to be measured was; what is not whole reaches no goal
 */
public record Reading(
        double value,
        @Nullable Double beside,
        @Nullable Double p50,
        @Nullable Double p99,
        boolean whole) {
    public Reading(double value, @Nullable Double beside, @Nullable Double p50, @Nullable Double p99) {
        this(value, beside, p50, p99, true);
    }

    public static Reading of(double value) {
        return new Reading(value, null, null, null);
    }

    public static Reading of(LoadResult load) {
        return new Reading(load.rate(), null, load.millis(50), load.millis(99), load.isWhole());
    }

    @Nullable
    Double ratio() {
        return beside == null ? null : Double.valueOf(value / beside);
    }

    /** The middle one, or the mean of the two in the middle; empty when there is none. */
    static OptionalDouble median(Stream<Double> values) {
        List<Double> sorted = values.sorted().toList();
        int size = sorted.size();
        return sorted.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of((sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2);
    }
}
