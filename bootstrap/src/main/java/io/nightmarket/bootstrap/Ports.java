package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.ConfigException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Ports to listen on. */
public final class Ports {
    private Ports() {}

    /**
     * Checks before anything is started: a port in use is a common mistake. Throws {@link ConfigException}.
     *
     * @param remedy what chooses the port
     */
    public static void requireFree(String host, int port, String remedy) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw new ConfigException(
                    "port " + port + " of " + host + " can't be listened on: " + e.getMessage()
                            + Listeners.on(port).map(who -> " by " + who).orElse("")
                            + "; choose another with " + remedy,
                    e);
        }
    }
}
