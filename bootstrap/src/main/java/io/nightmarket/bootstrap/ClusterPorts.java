package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.cluster.Cluster;
import io.nightmarket.bootstrap.config.AppConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The addresses at which a node looks for others. It waits for whatever listens there, also for what never answers. */
public final class ClusterPorts {
    /** How members begin, on both sides of a connection. */
    private static final byte[] GREETING = "HZC".getBytes(StandardCharsets.US_ASCII);

    private static final int CONNECTED_MILLIS = 200;
    private static final int ANSWERED_MILLIS = 1_000;
    private static final Pattern WITH_PORT = Pattern.compile("(\\[.+]|[^:]+):(\\d{1,5})");

    private ClusterPorts() {}

    /** Where the node of these settings looks. */
    static String searched(AppConfig.Cluster settings) {
        return "it looked for nodes at " + String.join(", ", settings.members()) + ", where no port is named at "
                + range(settings);
    }

    /** What to do about servers that listen there and are no nodes, if there are any. Takes some seconds. */
    public static Optional<String> foreign(AppConfig.Cluster settings) {
        List<String> found = settings.members().stream()
                .flatMap(member -> addresses(member, settings))
                .parallel()
                .filter(ClusterPorts::isForeign)
                .map(ClusterPorts::named)
                .toList();
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of("a node that starts waits for " + String.join(", ", found)
                        + ", where another server listens: keep " + range(settings) + " free of others on all nodes");
    }

    private static String range(AppConfig.Cluster settings) {
        return "the ports " + settings.port() + " to " + (settings.port() + Cluster.PORTS - 1) + " ('cluster.port')";
    }

    private static Stream<InetSocketAddress> addresses(String member, AppConfig.Cluster settings) {
        Matcher named = WITH_PORT.matcher(member);
        return named.matches()
                ? Stream.of(new InetSocketAddress(named.group(1), Integer.parseInt(named.group(2))))
                : IntStream.range(settings.port(), settings.port() + Cluster.PORTS)
                        .mapToObj(port -> new InetSocketAddress(member, port));
    }

    /** Whether something listens that does not answer as a member does. */
    private static boolean isForeign(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECTED_MILLIS);
            return !answersAsMember(socket);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean answersAsMember(Socket socket) {
        try {
            socket.setSoTimeout(ANSWERED_MILLIS);
            socket.getOutputStream().write(GREETING);
            return Arrays.equals(GREETING, socket.getInputStream().readNBytes(GREETING.length));
        } catch (IOException e) {
            return false;
        }
    }

    private static String named(InetSocketAddress address) {
        Optional<String> process =
                address.getAddress().isLoopbackAddress() ? Listeners.on(address.getPort()) : Optional.empty();
        return address.getHostString()
                + ':'
                + address.getPort()
                + process.map(who -> " (" + who + ')').orElse("");
    }
}
