package io.nightmarket.bootstrap.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.config.NetworkConfig;
import io.nightmarket.bootstrap.config.AppConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.metrics.MetricsOptions;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.spi.cluster.hazelcast.ConfigUtil;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.Optional;

/** Starts Vert.x alone, or as a member of the cluster that Hazelcast keeps. */
public final class Cluster {
    /** Another cluster's member on the way does no harm: ports are tried up to this many. */
    private static final int PORTS = 20;

    private Cluster() {}

    /**
     * Starts it, or joins.
     *
     * @param metrics measures Vert.x, if it is to be measured
     */
    public static Future<Vertx> start(AppConfig.Cluster settings, Optional<VertxMetricsFactory> metrics) {
        VertxOptions options = new VertxOptions().setPreferNativeTransport(true);
        VertxBuilder builder = Vertx.builder().with(options);
        metrics.ifPresent(factory -> {
            options.setMetricsOptions(new MetricsOptions().setEnabled(true));
            builder.withMetrics(factory);
        });
        if (!settings.enabled()) {
            return Future.succeededFuture(builder.build());
        }
        options.setEventBusOptions(
                new EventBusOptions().setHost(settings.host()).setClusterPublicHost(settings.host()));
        return builder.withClusterManager(new HazelcastClusterManager(hazelcast(settings)))
                .buildClustered();
    }

    /**
     * Members find each other by address, never by multicast; nothing is reported home. The port listens at
     * {@code settings.host()} only, because it takes connections without a password and deserializes Java objects.
     */
    static Config hazelcast(AppConfig.Cluster settings) {
        Config config = ConfigUtil.loadConfig();
        config.setClusterName(settings.name());
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.setProperty("hazelcast.wait.seconds.before.join", "0");
        config.setProperty("hazelcast.tcp.join.port.try.count", Integer.toString(PORTS));
        NetworkConfig network = config.getNetworkConfig();
        network.setPort(settings.port()).setPortAutoIncrement(true).setPortCount(PORTS);
        network.getInterfaces().setEnabled(true).clear().addInterface(settings.host());
        network.getJoin().getMulticastConfig().setEnabled(false);
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getTcpIpConfig().setEnabled(true).setMembers(settings.members());
        return config;
    }
}
