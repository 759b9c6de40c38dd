package io.nightmarket.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SeedsTest {
    @Test
    void theFirstRunHasTheSeedItselfSoThatAnyRunCanBeRepeatedAlone() {
        long third = Seeds.of(42, 3);
        assertEquals(42, Seeds.of(42, 0));
        assertEquals(third, Seeds.of(third, 0));
    }

    @Test
    void runsHaveSeedsOfTheirOwn() {
        Set<Long> seeds = new HashSet<>();
        for (int run = 0; run < 100; run++) {
            long seed = Seeds.of(Long.MAX_VALUE, run);
            assertTrue(seed >= 0);
            assertTrue(seeds.add(seed), "twice");
            assertEquals(seed, Seeds.of(Long.MAX_VALUE, run));
        }
    }
}
