package io.nightmarket.bench.report;

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

    @Nullable
    Double ratio() {
        return beside == null ? null : Double.valueOf(value / beside);
    }
}
