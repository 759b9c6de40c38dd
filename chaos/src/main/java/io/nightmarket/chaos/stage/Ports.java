package io.nightmarket.chaos.stage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.stream.IntStream;

/** Ports of this machine. */
public final class Ports {
    private Ports() {}

    /** The first of so many ports that somebody has. */
    public static Optional<Integer> taken(int first, int count) {
        return IntStream.range(first, first + count)
                .filter(port -> !isFree(port))
                .boxed()
                .findFirst();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
