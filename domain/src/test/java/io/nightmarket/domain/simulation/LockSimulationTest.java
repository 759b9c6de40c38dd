package io.nightmarket.domain.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.contract.Suite;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class LockSimulationTest {
    private static final int SCHEDULES = Suite.pick(200, 2_000);

    @Test
    void nobodyHoldsAKeyThatAnotherHolds() {
        assertEquals(List.of(), LockSimulation.broken(SCHEDULES, UnaryOperator.identity()));
    }

    @Test
    void theSameSeedBringsTheSameRun() {
        assertEquals(
                LockSimulation.run(1, UnaryOperator.identity(), true).trace(),
                LockSimulation.run(1, UnaryOperator.identity(), true).trace());
    }
}
