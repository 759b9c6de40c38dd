package io.nightmarket.bench.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a finding is to reach. */
public record Goal(Measure measure, Comparison.Better better, double bound) {
    /** What of a reading is judged. */
    public enum Measure {
        VALUE,
        RATIO,
        P99;

        @Nullable
        Double of(Reading reading) {
            return switch (this) {
                case VALUE -> Double.valueOf(reading.value());
                case RATIO -> reading.ratio();
                case P99 -> reading.p99();
            };
        }
    }

    public static Goal atLeast(Measure measure, double bound) {
        return new Goal(measure, Comparison.Better.HIGHER, bound);
    }

    public static Goal below(Measure measure, double bound) {
        return new Goal(measure, Comparison.Better.LOWER, bound);
    }

    boolean isReached(@Nullable Double median) {
        return median != null && (better == Comparison.Better.HIGHER ? median >= bound : median < bound);
    }

    @Override
    public String toString() {
        String number = String.format(Locale.ROOT, bound < 10 ? "%.2f" : "%,.0f", bound);
        return (better == Comparison.Better.HIGHER ? ">= " : "< ")
                + number
                + switch (measure) {
                    case VALUE -> "";
                    case RATIO -> " of what is beside";
                    case P99 -> " ms (p99)";
                };
    }
}
