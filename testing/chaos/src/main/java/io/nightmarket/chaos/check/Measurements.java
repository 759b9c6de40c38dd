package io.nightmarket.chaos.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What the product did in one run besides answering, and for how long it rejected clicks.
 *
 * @param reEnqueued orders that the audit enqueued again
 * @param reopened how often the sale's shard was rebuilt and reopened
 * @param writerChanges how often the fencing token of the sale's shard was raised
 * @param unavailable from the first click that was answered 503 to the last such answer; zero when there was none
 */
public record Measurements(long reEnqueued, long reopened, long writerChanges, Duration unavailable) {
    public static final Measurements NONE = new Measurements(0, 0, 0, Duration.ZERO);

    /** The most of each that a fault explains. */
    public record Budget(long repairs, long writerChanges, Duration unavailable) {}

    /** A violation for each measurement above the budget. */
    public List<Violation> check(Budget budget) {
        List<Violation> violations = new ArrayList<>();
        if (reEnqueued + reopened > budget.repairs()) {
            violations.add(new Violation(
                    "nothing is repaired without a fault",
                    reEnqueued + " orders were enqueued again, and the shard was reopened " + reopened + " times",
                    List.of()));
        }
        if (writerChanges > budget.writerChanges()) {
            violations.add(new Violation(
                    "the writer stays the writer",
                    "the shard's writer changed " + writerChanges + " times, at most " + budget.writerChanges()
                            + " are explained",
                    List.of()));
        }
        if (unavailable.compareTo(budget.unavailable()) > 0) {
            violations.add(new Violation(
                    "503 only while the fault lasts",
                    "clicks were answered 503 for " + unavailable.toMillis() + " ms, at most "
                            + budget.unavailable().toMillis() + " ms are explained",
                    List.of()));
        }
        return violations;
    }
}
