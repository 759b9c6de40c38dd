package io.nightmarket.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.cluster.Cluster;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.testkit.FreePort;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What listens where a node looks for others, and which process that is. */
final class ClusterPortsTest {
    private static final String HOST = "127.0.0.1";

    private static AppConfig.Cluster settings(int port) {
        return new AppConfig.Cluster(
                true, UUID.randomUUID().toString(), HOST, port, List.of(HOST + ':' + port), Optional.empty());
    }

    private static ServerSocket silent() throws Exception {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static String process() {
        return "java, process " + ProcessHandle.current().pid();
    }

    @Test
    void aServerThatIsNoNodeIsNamedWithItsProcess() throws Exception {
        try (ServerSocket silent = silent()) {
            AppConfig.Cluster settings = settings(silent.getLocalPort());
            String said = ClusterPorts.foreign(settings).orElseThrow();
            assertTrue(
                    said.startsWith("a node that starts waits for " + HOST + ':' + settings.port() + " (" + process()
                            + "), where another server listens: "),
                    said);
        }
    }

    @Test
    void aNodeIsNoOtherServerAndNeitherIsAFreePort() throws Exception {
        AppConfig.Cluster settings = settings(FreePort.any());
        assertEquals(Optional.empty(), ClusterPorts.foreign(settings));
        Vertx node = Cluster.start(settings, Optional.empty()).await(60, TimeUnit.SECONDS);
        try {
            assertEquals(Optional.empty(), ClusterPorts.foreign(settings));
        } finally {
            var _ = node.close().await(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void aPortInUseIsRefusedWithWhoListens() throws Exception {
        try (ServerSocket taken = silent()) {
            String said = String.valueOf(
                    assertThrows(ConfigException.class, () -> Ports.requireFree(HOST, taken.getLocalPort(), "--port"))
                            .getMessage());
            assertTrue(said.contains(" by " + process() + "; choose another with --port"), said);
        }
        assertEquals(Optional.empty(), Listeners.on(FreePort.any()));
    }
}
