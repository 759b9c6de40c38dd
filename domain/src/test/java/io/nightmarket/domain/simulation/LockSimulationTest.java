package io.nightmarket.domain.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.contract.Suite;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LockSimulationTest {
    private static final int SCHEDULES = Suite.pick(200, 2_000);

    @Test
    void nobodyHoldsAKeyThatAnotherHolds() {
        List<LockSimulation.Report> broken = LongStream.rangeClosed(1, SCHEDULES)
                .parallel()
                .mapToObj(seed -> LockSimulation.run(seed, UnaryOperator.identity(), false))
                .filter(report -> !report.violations().isEmpty())
                .toList();
        assertEquals(List.of(), broken);
    }

    @Test
    void theSameSeedBringsTheSameRun() {
        assertEquals(
                LockSimulation.run(1, UnaryOperator.identity(), true).trace(),
                LockSimulation.run(1, UnaryOperator.identity(), true).trace());
    }
}
