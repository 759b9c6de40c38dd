package io.nightmarket.domain.cache;

/**
 * Two hashes of a key, from which a Bloom filter takes as many as it needs (Kirsch, Mitzenmacher: Less Hashing, Same
 * Performance, 2006). They have 46 bits, so that their combinations are exact in floating-point numbers, too.
 */
public record KeyHash(long first, long second) {
    private static final int BITS = 46;
    /** Sets the second apart from the first: the golden ratio, as in SplitMix64. */
    private static final long APART = 0x9E37_79B9_7F4A_7C15L;

    public static KeyHash of(long key) {
        return new KeyHash(mix(key) >>> (Long.SIZE - BITS), mixOtherwise(key + APART) >>> (Long.SIZE - BITS));
    }

    /** Stafford's variant 13 of the finalizer of MurmurHash3, which SplitMix64 has, too: neighbours end up far apart. */
    public static long mix(long key) {
        long h = (key ^ (key >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        h = (h ^ (h >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return h ^ (h >>> 31);
    }

    /** The finalizer of MurmurHash3 itself. */
    private static long mixOtherwise(long key) {
        long h = (key ^ (key >>> 33)) * 0xFF51_AFD7_ED55_8CCDL;
        h = (h ^ (h >>> 33)) * 0xC4CE_B9FE_1A85_EC53L;
        return h ^ (h >>> 33);
    }
}
