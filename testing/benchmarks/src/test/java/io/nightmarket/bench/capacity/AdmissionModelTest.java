package io.nightmarket.bench.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bench.capacity.AdmissionModel.Costs;
import io.nightmarket.bench.capacity.AdmissionModel.Outcome;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class AdmissionModelTest {
    private static final double CALL = 30e-6;
    private static final double ORDER = 10e-6;
    private static final double SYNC = 500e-6;
    private static final double NETWORK = 200e-6;

    private static Outcome play(int nodes, double rate) {
        return new AdmissionModel(new Costs(CALL, ORDER, SYNC, NETWORK), nodes, 256).play(rate, 200_000, new Random(1));
    }

    @Test
    void aLonelyBuyerWaitsForTheNetworkTheCallAndTheDisk() {
        Outcome outcome = play(1, 10);
        assertEquals(NETWORK + CALL + ORDER + SYNC, outcome.p50(), 1e-6);
        assertEquals(10 * (CALL + ORDER + SYNC), outcome.load(), 1e-3);
    }

    @Test
    void moreBuyersShareACallAndASync() {
        Outcome outcome = play(4, 50_000);
        assertEquals(50_000, outcome.rate(), 1_000);
        assertTrue(outcome.load() < 1, outcome::toString);
        assertTrue(outcome.p99() < 10e-3, outcome::toString);
    }

    @Test
    void noMoreAreAnsweredThanTheWorkOfTheirOrdersAllows() {
        Outcome outcome = play(8, 200_000);
        assertTrue(outcome.rate() < 1 / ORDER, outcome::toString);
        assertTrue(outcome.rate() > 0.8 / ORDER, outcome::toString);
        assertTrue(outcome.p99() > 0.1, outcome::toString);
        assertTrue(outcome.load() > 0.99, outcome::toString);
    }

    @Test
    void oneNodeIsBoundByOneCallAtATime() {
        double most = 256 / (NETWORK + CALL + 256 * ORDER + SYNC);
        Outcome outcome = play(1, 2 * most);
        assertEquals(most, outcome.rate(), most / 100);
    }

    /** One connection that always had a call of 64 under way, against Redis with a synced file. */
    @Test
    void itComputesWhatRedisWasMeasuredToAdmit() {
        Outcome outcome =
                new AdmissionModel(new Costs(CALL, 11e-6, 400e-6, 100e-6), 1, 64).play(500_000, 200_000, new Random(1));
        assertEquals(52_300, outcome.rate(), 2_000);
    }
}
