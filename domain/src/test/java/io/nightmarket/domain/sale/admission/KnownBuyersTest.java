package io.nightmarket.domain.sale.admission;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import org.junit.jupiter.api.Test;

final class KnownBuyersTest {
    @Test
    void whoWasAddedIsFoundAndFewStrangersAre() {
        int size = 50_000;
        KnownBuyers buyers = new KnownBuyers(size);
        for (int i = 1; i <= size; i++) {
            buyers.add(new UserId(2L * i));
        }

        int strangers = 0;
        for (int i = 1; i <= size; i++) {
            assertTrue(buyers.mayContain(new UserId(2L * i)), "buyer " + i);
            strangers += buyers.mayContain(new UserId(2L * i + 1)) ? 1 : 0;
        }

        assertTrue(strangers < size / 50, strangers + " of " + size + " strangers passed for buyers");
    }

    @Test
    void anEmptySetHoldsNobodyWhateverItsSize() {
        for (long size : new long[] {0, 1, 1_000_000, Long.MAX_VALUE / 1_000_000_000_000L}) {
            assertFalse(new KnownBuyers(size).mayContain(new UserId(Long.MAX_VALUE)));
        }
    }
}
