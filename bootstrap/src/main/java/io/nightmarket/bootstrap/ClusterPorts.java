package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.cluster.Cluster;
import io.nightmarket.bootstrap.config.AppConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The addresses at which a node looks for others. It waits for whatever listens there, also for what never answers. */
final class ClusterPorts {
    /** How members begin, on both sides of a connection. */
    private static final byte[] GREETING = "HZC".getBytes(StandardCharsets.US_ASCII);

    private static final Duration CONNECTED = Duration.ofMillis(200);
    private static final Duration ANSWERED = Duration.ofSeconds(1);
    private static final Pattern WITH_PORT = Pattern.compile("(\\[.+]|[^:]+):(\\d{1,5})");

    private ClusterPorts() {}

    /** Where the node of these settings looks. */
    static String searched(AppConfig.Cluster settings) {
        return "it looked for nodes at " + String.join(", ", settings.members())
                + " ('cluster.members'), where no port is named at " + settings.port() + " to " + last(settings)
                + " ('cluster.port')";
    }

    /** What to do about servers that listen there and are no nodes, if there are any. Takes some seconds. */
    static Optional<String> foreign(AppConfig.Cluster settings) {
        List<String> found =
                settings.members().stream().flatMap(member -> addresses(member, settings)).toList().parallelStream()
                        .filter(ClusterPorts::isForeign)
                        .map(ClusterPorts::named)
                        .toList();
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of("a node that starts waits for " + String.join(", ", found)
                        + ", where another server listens: keep the ports " + settings.port() + " to " + last(settings)
                        + " free of others, or choose other ones by 'cluster.port' on all nodes");
    }

    private static int last(AppConfig.Cluster settings) {
        return settings.port() + Cluster.PORTS - 1;
    }

    private static Stream<InetSocketAddress> addresses(String member, AppConfig.Cluster settings) {
        Matcher named = WITH_PORT.matcher(member);
        return named.matches()
                ? Stream.of(new InetSocketAddress(named.group(1), Integer.parseInt(named.group(2))))
                : IntStream.rangeClosed(settings.port(), last(settings))
                        .mapToObj(port -> new InetSocketAddress(member, port));
    }

    /** Whether something listens that does not answer as a member does. */
    private static boolean isForeign(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, (int) CONNECTED.toMillis());
            return !answersAsMember(socket);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean answersAsMember(Socket socket) {
        try {
            socket.setSoTimeout((int) ANSWERED.toMillis());
            socket.getOutputStream().write(GREETING);
            byte[] answer = socket.getInputStream().readNBytes(GREETING.length);
            return Arrays.equals(GREETING, answer);
        } catch (IOException e) {
            return false;
        }
    }

    private static String named(InetSocketAddress address) {
        String text = address.getHostString() + ':' + address.getPort();
        return address.getAddress().isLoopbackAddress()
                ? text
                        + Listeners.on(address.getPort())
                                .map(who -> " (" + who + ')')
                                .orElse("")
                : text;
    }
}
