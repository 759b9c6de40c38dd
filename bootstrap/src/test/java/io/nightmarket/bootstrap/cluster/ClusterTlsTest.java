package io.nightmarket.bootstrap.cluster;

import static io.nightmarket.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.AppConfig.Cluster.Tls;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.testkit.FreePort;
import io.nightmarket.testkit.TestCertificates;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of one cluster, with and without its key store. */
@Tag("cluster")
final class ClusterTlsTest {
    private static final String HOST = "127.0.0.1";
    private static final String ADDRESS = "greeting";

    @TempDir
    private Path folder;

    private final String name = UUID.randomUUID().toString();
    private final List<Vertx> started = new ArrayList<>();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final int port = FreePort.any();

    @AfterEach
    void stop() throws Exception {
        for (Vertx node : started.reversed()) {
            var _ = await(node.close());
        }
    }

    @Test
    void messagesOfNodesWithoutTheKeyStoreAreNotReceived() throws Exception {
        Optional<Tls> shared = Optional.of(keys("shared"));
        var _ = await(join(shared)
                .eventBus()
                .<String>consumer(ADDRESS, message -> {
                    received.add(message.body());
                    message.reply("answer");
                })
                .completion());
        for (Optional<Tls> none : List.of(Optional.<Tls>empty(), Optional.of(keys("other")))) {
            Vertx stranger = join(none);
            assertThrows(ReplyException.class, () -> await(greet(stranger, "let me in", Duration.ofSeconds(3))));
        }
        assertEquals("answer", await(greet(join(shared), "good evening", Duration.ofSeconds(50))));
        assertEquals(List.of("good evening"), received);
    }

    @Test
    void aKeyStoreThatCannotBeOpenedStopsTheStart() {
        Tls locked = new Tls(keys("locked").keyStore(), "wrong password");
        assertEquals(
                "'cluster.tls.key-store' can't be opened: keystore password was incorrect",
                assertThrows(ConfigException.class, () -> join(Optional.of(locked)))
                        .getMessage());
    }

    private Tls keys(String name) {
        return new Tls(TestCertificates.keyStore(folder.resolve(name)), TestCertificates.PASSWORD);
    }

    private static Future<String> greet(Vertx node, String text, Duration patience) {
        return node.eventBus()
                .<String>request(ADDRESS, text, new DeliveryOptions().setSendTimeout(patience.toMillis()))
                .map(reply -> reply.body());
    }

    private Vertx join(Optional<Tls> by) throws Exception {
        Vertx node = await(Cluster.start(
                new AppConfig.Cluster(true, name, HOST, port, List.of(HOST + ':' + port), by), Optional.empty()));
        started.add(node);
        return node;
    }
}
