package io.nightmarket.bench.common;

import picocli.CommandLine.Option;

/** Which servers a benchmark runs on; embedded ones where an address is empty. */
public final class ServerOptions {
    @Option(names = "--redis", paramLabel = "URI", description = "a Redis for this run alone (embedded)")
    String redis = "";

    @Option(names = "--mysql", paramLabel = "URI", description = "an empty database for this run alone (embedded)")
    String mysql = "";
}
