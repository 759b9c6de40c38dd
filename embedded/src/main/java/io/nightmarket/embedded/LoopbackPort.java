package io.nightmarket.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/** The port of a server on the loopback address, kept in a file so that it stays the same. */
public record LoopbackPort(Path file) {
    /** Below what Linux, macOS and BSD hand to outgoing connections, so that none takes it while a server restarts. */
    private static final int FIRST = 20_000;

    private static final int LAST = 32_000;
    private static final int TRIES = 200;

    OptionalInt recorded() throws IOException {
        if (!Files.exists(file)) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(Integer.parseInt(Files.readString(file).strip()));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    /** The recorded port when it is free, else another one, which is then on record. */
    int free() throws IOException {
        OptionalInt recorded = recorded();
        if (recorded.isPresent() && isFree(recorded.getAsInt())) {
            return recorded.getAsInt();
        }
        int port = RandomGenerator.getDefault()
                .ints(TRIES, FIRST, LAST)
                .filter(LoopbackPort::isFree)
                .findFirst()
                .orElseThrow(() -> new EmbeddedServerException(
                        "No free port was found for an embedded server between %d and %d.".formatted(FIRST, LAST)));
        PrivateFiles.write(file, port + "\n");
        return port;
    }

    /** Whether a server could listen on it now. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // Connections of an earlier server that still linger do not count as use.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
