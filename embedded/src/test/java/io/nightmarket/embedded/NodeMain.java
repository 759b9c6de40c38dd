package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Path;

/** A node in a process of its own: holds the servers until its input ends. */
final class NodeMain {

    static final String READY = "READY";

    private NodeMain() {}

    @SuppressWarnings("SystemOut")
    static void main(String[] arguments) throws IOException {
        try (EmbeddedServers servers = EmbeddedServers.start(Path.of(arguments[0]))) {
            System.out.println(READY + " " + servers.redisUri());
            while (System.in.read() >= 0) {
                // The parent closes the input when the node is to end.
            }
        }
    }
}
