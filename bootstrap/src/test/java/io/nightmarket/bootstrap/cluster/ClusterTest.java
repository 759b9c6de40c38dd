package io.nightmarket.bootstrap.cluster;

import static io.nightmarket.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.testkit.FreePort;
import io.nightmarket.testkit.LogLines;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two members in one process, as {@link Cluster} starts them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class ClusterTest {
    private static final String HOST = "127.0.0.1";
    private static final int CONNECT_MILLIS = 5_000;

    private AppConfig.Cluster settings;
    private Vertx first;
    private Vertx second;

    @BeforeAll
    void start() throws Exception {
        int port = FreePort.any();
        settings = new AppConfig.Cluster(
                true, UUID.randomUUID().toString(), HOST, port, List.of(HOST + ':' + port), Optional.empty());
        first = await(Cluster.start(settings, Optional.empty()));
        second = await(Cluster.start(settings, Optional.empty()));
    }

    @AfterAll
    void stop() throws Exception {
        var _ = await(second.close().compose(_ -> first.close()));
    }

    @Test
    void membersFindEachOtherAndShareTheEventBus() throws Exception {
        assertEquals(2, hazelcast(first).getCluster().getMembers().size());
        CompletableFuture<String> received = new CompletableFuture<>();
        var _ = await(second.eventBus()
                .<String>consumer("greeting", message -> received.complete(message.body()))
                .completion());
        first.eventBus().publish("greeting", "good evening");
        assertEquals("good evening", received.get(10, TimeUnit.SECONDS));
    }

    /** What another node names is not made, though the sender may be a node that would send it. */
    @Test
    void aMessageMakesNoObjectOfANamedClass() throws Exception {
        CompletableFuture<Object> read = new CompletableFuture<>();
        var _ = await(second.eventBus()
                .<Object>consumer("object", message -> {
                    try {
                        read.complete(message.body());
                    } catch (RuntimeException refused) {
                        read.complete(String.valueOf(refused.getMessage()));
                    }
                })
                .completion());
        first.eventBus().clusterSerializableChecker(_ -> true);
        first.eventBus().publish("object", new Trace.Shared());
        first.eventBus().clusterSerializableChecker(_ -> false);
        assertEquals("Class not allowed: " + Trace.Shared.class.getName(), read.get(10, TimeUnit.SECONDS));
    }

    /** The port asks for no password. */
    @Test
    void theClusterPortListensAtClusterHostOnly() throws Exception {
        int port = hazelcast(first).getCluster().getLocalMember().getAddress().getPort();
        assertDoesNotThrow(() -> connect(InetAddress.getLoopbackAddress(), port));
        for (InetAddress other : otherAddresses()) {
            assertThrows(IOException.class, () -> connect(other, port), () -> "open at " + other);
        }
    }

    @Test
    void theClusterPortTakesNoClients() {
        ClientConfig config = new ClientConfig().setClusterName(settings.name());
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(1_000);
        config.getNetworkConfig().addAddress(settings.members().getFirst());
        assertThrows(IllegalStateException.class, () -> HazelcastClient.newHazelcastClient(config));
    }

    @Test
    void onlyAnAddressOfAPrivateNetworkIsNotWarnedOf() {
        try (LogLines lines = new LogLines(Cluster.class)) {
            for (String host :
                    List.of("127.0.0.1", "10.0.0.5", "172.16.3.4", "192.168.1.1", "::1", "fd00::5", "localhost")) {
                Cluster.warnIfPublic(host);
            }
            assertEquals(List.of(), lines.all());
            for (String host : List.of("0.0.0.0", "203.0.113.5", "172.32.0.1", "2001:db8::5", "node.example")) {
                Cluster.warnIfPublic(host);
                assertEquals(
                        "WARN cluster.host " + host
                                + " is no private address: only the nodes of the cluster may reach its ports",
                        lines.all().getLast());
            }
        }
    }

    private static HazelcastInstance hazelcast(Vertx vertx) {
        return ((HazelcastClusterManager) ((VertxInternal) vertx).clusterManager()).getHazelcastInstance();
    }

    /** On Linux 127.0.0.2 is the machine's own without being set up; a wildcard socket answers there. */
    private static List<InetAddress> otherAddresses() throws IOException {
        return Stream.concat(
                        Stream.of(InetAddress.getByName("127.0.0.2")),
                        NetworkInterface.networkInterfaces()
                                .flatMap(NetworkInterface::inetAddresses)
                                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress()))
                .toList();
    }

    private static void connect(InetAddress address, int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
        }
    }
}
