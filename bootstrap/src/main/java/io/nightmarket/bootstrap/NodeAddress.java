package io.nightmarket.bootstrap;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What operators and other nodes call a node by: host and port. */
final class NodeAddress {
    private NodeAddress() {}

    /** Puts the machine's name in place of an address that stands for all interfaces. */
    static String of(String host, int port) {
        boolean any = host.equals("0.0.0.0") || host.equals("::");
        return (any ? machine() : host) + (port == 0 ? " (starting)" : ":" + port);
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
