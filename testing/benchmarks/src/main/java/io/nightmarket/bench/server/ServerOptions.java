package io.nightmarket.bench.server;

import picocli.CommandLine.Option;

/** Which servers a benchmark runs on. */
public final class ServerOptions {
    @Option(names = "--redis", paramLabel = "URI", description = "a Redis for this run alone (embedded)")
    private String redis = "";

    @Option(names = "--mysql", paramLabel = "URI", description = "an empty database for this run alone (embedded)")
    private String mysql = "";

    /** Empty when it is to be embedded. */
    public String redis() {
        return redis;
    }

    /** Empty when it is to be embedded. */
    public String mysql() {
        return mysql;
    }
}
