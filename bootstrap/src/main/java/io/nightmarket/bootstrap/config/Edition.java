package io.nightmarket.bootstrap.config;

/** In which form the program is there. */
public enum Edition {
    /** A checkout, or a test: servers of its own and demo data are at hand. */
    DEVELOPMENT,
    /** What is handed to those who run it: none of these, so every address and secret is asked for. */
    DISTRIBUTION;

    /** The package of the demo data, which the distribution leaves out. */
    private static final String DEMO = "/io/nightmarket/embedded/demo/DemoData.class";

    /** This program's, known by what is on its class path. */
    public static Edition ofThisProgram() {
        return Edition.class.getResource(DEMO) == null ? DISTRIBUTION : DEVELOPMENT;
    }
}
