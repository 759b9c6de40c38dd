package io.nightmarket.bootstrap.cluster;

import static io.nightmarket.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.hazelcast.config.Config;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.FreePort;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two halves of a cluster that did not see each other become one again, and one node leaves it. */
@Tag("cluster")
final class ClusterHealTest {
    private static final String HOST = "127.0.0.1";
    private static final String ADDRESS = "greeting";

    private final String name = UUID.randomUUID().toString();
    private final int first = FreePort.any();
    private final int second = FreePort.any();
    private final List<Vertx> started = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (Vertx node : started.reversed()) {
            var _ = await(node.close());
        }
    }

    /** Starts a node. One node looks for the other, as after a partition, and sooner than the usual five minutes. */
    private Vertx start(int port, List<Integer> members) throws Exception {
        AppConfig.Cluster settings = new AppConfig.Cluster(
                true,
                name,
                HOST,
                port,
                members.stream().map(member -> HOST + ':' + member).toList(),
                Optional.empty());
        Config config = Cluster.hazelcast(settings);
        config.setProperty("hazelcast.merge.first.run.delay.seconds", "2");
        config.setProperty("hazelcast.merge.next.run.delay.seconds", "2");
        Vertx node = await(Vertx.builder()
                .with(new VertxOptions()
                        .setEventBusOptions(new EventBusOptions().setHost(HOST).setClusterPublicHost(HOST)))
                .withClusterManager(new HazelcastClusterManager(config))
                .buildClustered());
        started.add(node);
        return node;
    }

    @Test
    void messagesCrossOnceTheHalvesAreOneAndANodeThatLeftHearsNone() throws Exception {
        Vertx searching = start(first, List.of(first, second));
        Vertx alone = start(second, List.of(second));
        var _ = await(alone.eventBus()
                .<String>consumer(ADDRESS, message -> message.reply("from the other half"))
                .completion());
        Eventually.holds("a message crosses", () -> answer(searching).equals("from the other half"));

        var _ = await(alone.close());
        var _ = started.remove(alone);
        assertThrows(ReplyException.class, () -> await(ask(searching)));
    }

    private static Future<String> ask(Vertx node) {
        return node.eventBus()
                .<String>request(ADDRESS, "good evening", new DeliveryOptions().setSendTimeout(2_000))
                .map(reply -> reply.body());
    }

    private static String answer(Vertx node) {
        try {
            return await(ask(node));
        } catch (Exception e) {
            return "none yet";
        }
    }
}
