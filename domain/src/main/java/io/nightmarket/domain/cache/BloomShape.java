package io.nightmarket.domain.cache;

/**
 * The size of a Bloom filter (Bloom: Space/Time Trade-offs in Hash Coding with Allowable Errors, 1970): with a number
 * of keys in it, a key that was never added is taken for one that was at this rate.
 *
 * @param expected the number of keys
 * @param errorRate from 1e-9 to 0.5
 */
public record BloomShape(long expected, double errorRate) {
    /** A filter of 512 MiB. */
    public static final long MAX_BITS = 1L << 32;

    private static final double MIN_RATE = 1e-9;
    private static final double MAX_RATE = 0.5;
    /** In fewer the combinations of two hashes are too much alike. */
    private static final long MIN_BITS = 1 << 10;

    public BloomShape {
        if (expected < 1) {
            throw new IllegalArgumentException("a filter expects at least one key, not " + expected);
        }
        if (!(errorRate >= MIN_RATE && errorRate <= MAX_RATE)) {
            throw new IllegalArgumentException("a filter errs at a rate from 1e-9 to 0.5, not " + errorRate);
        }
        if (bits(expected, errorRate) > MAX_BITS) {
            throw new IllegalArgumentException(
                    expected + " keys at " + errorRate + " need more than the 512 MiB that a filter may have");
        }
    }

    /** The number of hashes of a key: as each halves the error when half of the bits are set. */
    public int hashes() {
        return hashes(errorRate);
    }

    private static int hashes(double errorRate) {
        return Math.toIntExact(Math.round(-Math.log(errorRate) / Math.log(2)));
    }

    /** The number of bits for which, with the whole number of hashes, the rate is the one asked for. */
    public long bits() {
        return bits(expected, errorRate);
    }

    private static long bits(long expected, double errorRate) {
        int hashes = hashes(errorRate);
        double set = Math.pow(errorRate, 1.0 / hashes);
        return Math.max(MIN_BITS, (long) Math.ceil(-hashes * (double) expected / Math.log1p(-set)));
    }

    /** The bits of a key. */
    public long[] positions(long key) {
        KeyHash hash = KeyHash.of(key);
        long bits = bits();
        long[] positions = new long[hashes()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = (hash.first() + i * hash.second()) % bits;
        }
        return positions;
    }

    /** This shape, doubled until it holds this number of keys, or until no larger one is possible. */
    public BloomShape holding(long keys) {
        long doubled = expected;
        while (doubled < keys && bits(2 * doubled, errorRate) <= MAX_BITS) {
            doubled *= 2;
        }
        return new BloomShape(doubled, errorRate);
    }
}
