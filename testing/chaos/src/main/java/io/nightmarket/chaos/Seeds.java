package io.nightmarket.chaos;

/** The seed of each run, from the one that was given. */
final class Seeds {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private Seeds() {}

    /** The first run has the given seed itself, so that any run can be repeated alone. Never negative. */
    static long of(long seed, int run) {
        return run == 0 ? seed : mix(seed + run * STEP) & Long.MAX_VALUE;
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
