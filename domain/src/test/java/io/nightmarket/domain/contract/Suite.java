package io.nightmarket.domain.contract;

/** How much a test repeats: a few rounds in the fast suite, many in {@code ./nightmarket test --all}. */
public final class Suite {
    private static final boolean ALL = "all".equals(System.getProperty("nightmarket.suite"));

    private Suite() {}

    /** The number of rounds, seeds or cases of the suite that runs. */
    public static int pick(int fast, int all) {
        return ALL ? all : fast;
    }
}
