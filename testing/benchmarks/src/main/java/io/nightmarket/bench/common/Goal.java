package io.nightmarket.bench.common;

import io.nightmarket.bench.common.Finding.Reading;
import java.util.Locale;

/** What a finding is to reach: a bound at least, or less than one. */
public record Goal(Measure measure, boolean atLeast, double bound) {
    /** What of a reading is judged. */
    public enum Measure {
        VALUE(""),
        RATIO(" (ratio)"),
        P99(" ms (p99)");

        private final String unit;

        Measure(String unit) {
            this.unit = unit;
        }

        double of(Reading reading) {
            return switch (this) {
                case VALUE -> reading.value();
                case RATIO -> reading.ratio();
                case P99 -> reading.p99();
            };
        }
    }

    public static Goal atLeast(Measure measure, double bound) {
        return new Goal(measure, true, bound);
    }

    public static Goal below(Measure measure, double bound) {
        return new Goal(measure, false, bound);
    }

    boolean isReached(double median) {
        return atLeast ? median >= bound : median < bound;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, bound < 10 ? "%s%.2f%s" : "%s%,.0f%s", atLeast ? ">= " : "< ", bound, measure.unit);
    }
}
