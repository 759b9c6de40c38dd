package io.nightmarket.bench.sale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class UnknownShopsTest {
    private static final int STORM = 100_000;

    @Test
    void aRunIsLongEnoughForAStormAndAsLongAsAskedFor() {
        assertEquals(8, UnknownShops.lengthOf(1_000_000, 8));
        assertTrue(UnknownShops.lengthOf(5_000, 1) * 5_000 > STORM);
        assertEquals(60, UnknownShops.lengthOf(0, 1));
        assertEquals(90, UnknownShops.lengthOf(0, 90));
    }

    @Test
    void thereAreMoreIdsThanRequestsAsFarAsMemoryAllows() {
        assertEquals(480_000, UnknownShops.idsFor(30_000, 8));
        assertEquals(STORM, UnknownShops.idsFor(100, 1));
        assertEquals(1_000_000, UnknownShops.idsFor(1_000_000, 1_000));
    }
}
