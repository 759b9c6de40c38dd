package io.nightmarket.domain.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Suite;
import java.util.BitSet;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class BloomShapeTest {
    private static final int PROBES = 200_000;

    @Test
    void theSizesAreThoseOfTheFormulas() {
        BloomShape shape = new BloomShape(1_000_000, 0.01);
        assertEquals(7, shape.hashes());
        assertEquals(9.593 * 1_000_000, (double) shape.bits(), 2_000);
        assertEquals(1, new BloomShape(1_000_000, 0.5).hashes());
        assertEquals(30, new BloomShape(1, 1e-9).hashes());
    }

    @Test
    void whatIsNoShapeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new BloomShape(0, 0.01));
        assertThrows(IllegalArgumentException.class, () -> new BloomShape(-1, 0.01));
        for (double rate : new double[] {0, -0.1, 0.6, 1, 1e-10, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> new BloomShape(10, rate), () -> "rate " + rate);
        }
        assertThrows(IllegalArgumentException.class, () -> new BloomShape(Long.MAX_VALUE, 0.01));
        assertThrows(IllegalArgumentException.class, () -> new BloomShape(450_000_000, 0.01));
        assertTrue(new BloomShape(440_000_000, 0.01).bits() <= BloomShape.MAX_BITS);
    }

    @Test
    void aShapeGrowsByDoublingAsFarAsAFilterCan() {
        BloomShape shape = new BloomShape(1_000, 0.01);
        assertEquals(shape, shape.holding(0));
        assertEquals(shape, shape.holding(1_000));
        assertEquals(new BloomShape(2_000, 0.01), shape.holding(1_001));
        assertEquals(new BloomShape(8_000, 0.01), shape.holding(8_000));
        assertEquals(shape.holding(300_000_000), shape.holding(Long.MAX_VALUE));
    }

    @Test
    void positionsSpreadOverAllOfTheLargestFilter() {
        BloomShape largest = new BloomShape(440_000_000, 0.01);
        long[] tenths = new long[10];
        for (long key = 0; key < 20_000; key++) {
            for (long position : largest.positions(key)) {
                assertTrue(position >= 0 && position < largest.bits());
                tenths[(int) (position * 10 / largest.bits())]++;
            }
        }
        // Each is binomial: 14,000 of 140,000, with a deviation of 112.
        for (long tenth : tenths) {
            assertEquals(14_000, (double) tenth, 5 * 112);
        }
    }

    @TestFactory
    Stream<DynamicTest> theErrorRateIsTheOneAskedFor() {
        return Stream.of(
                        new BloomShape(1_000, 0.01),
                        new BloomShape(1_000, 0.1),
                        new BloomShape(10_000, 0.001),
                        new BloomShape(10_000, 0.05),
                        new BloomShape(100_000, 0.01),
                        new BloomShape(100_000, 0.0001),
                        new BloomShape(300_000, 0.03))
                .limit(Suite.pick(4, 7))
                .flatMap(shape -> Stream.of(
                        DynamicTest.dynamicTest(shape + ", sequential", () -> measure(shape, i -> i)),
                        DynamicTest.dynamicTest(shape + ", with gaps", () -> measure(shape, i -> 1_000 * i)),
                        DynamicTest.dynamicTest(shape + ", timed", () -> measure(shape, i -> i << 32 | (i & 7))),
                        DynamicTest.dynamicTest(shape + ", random", () -> measure(shape, random(shape)))));
    }

    /** All different, as no two of the first 2^64 numbers of this generator are. */
    private static LongUnaryOperator random(BloomShape shape) {
        long seed = new Random(shape.expected()).nextLong();
        return i -> KeyHash.mix(seed + i * 0x9E37_79B9_7F4A_7C15L);
    }

    /** Two things chance decides: how many bits are set, and how many of the probes meet only such. */
    private static void measure(BloomShape shape, LongUnaryOperator ids) {
        BitSet bits = new BitSet(Math.toIntExact(shape.bits()));
        for (long i = 1; i <= shape.expected(); i++) {
            for (long position : shape.positions(ids.applyAsLong(i))) {
                bits.set((int) position);
            }
        }
        for (long i = 1; i <= shape.expected(); i++) {
            assertTrue(contains(shape, bits, ids.applyAsLong(i)), "no key that was added is missed");
        }
        long errors = 0;
        for (long i = shape.expected() + 1; i <= shape.expected() + PROBES; i++) {
            errors += contains(shape, bits, ids.applyAsLong(i)) ? 1 : 0;
        }
        double rate = shape.errorRate();
        double filling =
                rate * shape.hashes() * 0.5 / Math.sqrt((double) shape.bits()) / Math.pow(rate, 1.0 / shape.hashes());
        double probing = Math.sqrt(rate * (1 - rate) / PROBES);
        double deviation = Math.hypot(filling, probing);
        // Four deviations are met by 99.99 of 100 filters.
        assertEquals(rate, (double) errors / PROBES, 4 * deviation);
    }

    private static boolean contains(BloomShape shape, BitSet bits, long key) {
        for (long position : shape.positions(key)) {
            if (!bits.get((int) position)) {
                return false;
            }
        }
        return true;
    }
}
