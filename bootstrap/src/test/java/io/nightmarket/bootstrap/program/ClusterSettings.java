package io.nightmarket.bootstrap.program;

import io.nightmarket.embedded.LoopbackPort;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Settings of a cluster of one test's own, so that clustered tests run side by side and beside other builds. */
final class ClusterSettings {
    /** Below the ports of embedded servers, and those that Linux gives out: a member that looks there would wait for them. */
    private static final int FIRST_PORT = 10_000;

    private static final int LAST_PORT = 20_000;

    /** As many as a node tries. */
    private static final int PORTS = 20;

    private ClusterSettings() {}

    /** A new name, and the first of a range of ports; all nodes of the test start with the same settings. */
    static Map<String, String> unique() {
        return Map.of(
                "NIGHTMARKET_CLUSTER_NAME", UUID.randomUUID().toString(),
                "NIGHTMARKET_CLUSTER_PORT", Integer.toString(freeRange()));
    }

    private static int freeRange() {
        while (true) {
            int port = FIRST_PORT + PORTS * ThreadLocalRandom.current().nextInt((LAST_PORT - FIRST_PORT) / PORTS);
            if (IntStream.range(port, port + PORTS).allMatch(LoopbackPort::isFree)) {
                return port;
            }
        }
    }
}
