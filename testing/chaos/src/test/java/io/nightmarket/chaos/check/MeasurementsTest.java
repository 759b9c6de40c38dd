package io.nightmarket.chaos.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.chaos.check.Measurements.Budget;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MeasurementsTest {
    private static final Budget BUDGET = new Budget(1, 3, Duration.ofMillis(500));

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0,",
        "1, 0, 3, 500,",
        "0, 1, 3, 500,",
        "2, 0, 0, 0, nothing is repaired without a fault",
        "1, 1, 0, 0, nothing is repaired without a fault",
        "0, 0, 4, 0, the writer stays the writer",
        "0, 0, 0, 501, 503 only while the fault lasts",
    })
    void whatExceedsTheBudgetIsAViolation(
            long reEnqueued, long reopened, long writerChanges, long unavailableMillis, @Nullable String rule) {
        Measurements measured =
                new Measurements(reEnqueued, reopened, writerChanges, Duration.ofMillis(unavailableMillis));
        assertEquals(
                rule == null ? Set.of() : Set.of(rule),
                measured.check(BUDGET).stream().map(Violation::rule).collect(Collectors.toSet()));
    }

    @Test
    void aBudgetOfNothingAllowsNothing() {
        Budget nothing = new Budget(0, 0, Duration.ZERO);
        assertEquals(List.of(), Measurements.NONE.check(nothing));
        assertEquals(
                3,
                new Measurements(0, 1, 1, Duration.ofMillis(1)).check(nothing).size());
    }
}
