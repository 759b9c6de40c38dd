package io.nightmarket.bench.id;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class IdSetTest {
    private final IdSet ids = new IdSet();

    @Test
    void idsThatAllDifferAreNoDuplicates() {
        ids.add(new long[] {3, 1, 2});
        ids.add(new long[] {4, 6});
        ids.add(new long[] {5});
        assertEquals(6, ids.count());
        assertEquals(0, ids.duplicates());
    }

    @Test
    void everySecondUseIsCounted() {
        ids.add(new long[] {1, 2, 2, 3});
        assertEquals(1, ids.duplicates());
        ids.add(LongStream.rangeClosed(0, 9).toArray());
        assertEquals(4, ids.duplicates());
        ids.add(new long[] {9, 10});
        assertEquals(5, ids.duplicates());
    }

    @Test
    void itCountsAsASetDoes() {
        Random random = new Random(7);
        Set<Long> seen = new HashSet<>();
        long duplicates = 0;
        for (int i = 0; i < 200; i++) {
            long[] part = random.longs(50, 0, 20_000).toArray();
            duplicates += Arrays.stream(part).filter(id -> !seen.add(id)).count();
            ids.add(part);
        }
        assertEquals(duplicates, ids.duplicates());
    }
}
