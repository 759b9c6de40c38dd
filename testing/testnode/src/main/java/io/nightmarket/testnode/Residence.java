package io.nightmarket.testnode;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The resident memory of a process through a time.
 *
 * @param kilobytes samples at even distances
 */
public record Residence(List<Long> kilobytes) {
    private static final double KB_PER_MB = 1024;

    public Residence {
        kilobytes = List.copyOf(kilobytes);
    }

    public boolean isKnown() {
        return !kilobytes.isEmpty();
    }

    public double highest() {
        return Collections.max(kilobytes) / KB_PER_MB;
    }

    /** How much more the second half of the time needed at its highest than the first, in which all gets warm. */
    public double growth() {
        int half = Math.max(1, kilobytes.size() / 2);
        long second = Collections.max(kilobytes.subList(half - 1, kilobytes.size()));
        return (second - Collections.max(kilobytes.subList(0, half))) / KB_PER_MB;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.0f MB at the start, %.0f MB at the highest, %.0f MB at the end",
                kilobytes.getFirst() / KB_PER_MB,
                highest(),
                kilobytes.getLast() / KB_PER_MB);
    }
}
