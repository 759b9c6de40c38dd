package io.nightmarket.bootstrap.cluster;

import com.hazelcast.config.AdvancedNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.MultiMapConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.instance.ProtocolType;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.PrivateHosts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PfxOptions;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsOptions;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts Vert.x alone, or as a member of the cluster that Hazelcast keeps. */
public final class Cluster {
    /** Another cluster's member on the way does no harm: ports are tried up to this many. */
    public static final int PORTS = 20;

    private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);

    private Cluster() {}

    /**
     * Starts it, or joins.
     *
     * Fails with {@code ConfigException} when the key store can't be opened.
     *
     * @param metrics measures Vert.x, if it is to be measured
     */
    public static Future<Vertx> start(AppConfig.Cluster settings, Optional<VertxMetricsFactory> metrics) {
        VertxOptions options = new VertxOptions().setPreferNativeTransport(true);
        VertxBuilder builder = Vertx.builder().with(options);
        metrics.ifPresent(factory -> {
            // Requests are measured by HttpMetrics; of connections to servers each read and write would be.
            options.setMetricsOptions(new MicrometerMetricsOptions()
                    .addDisabledMetricsCategory(MetricsDomain.HTTP_SERVER)
                    .addDisabledMetricsCategory(MetricsDomain.NET_CLIENT)
                    .setEnabled(true));
            builder.withMetrics(factory);
        });
        if (!settings.enabled()) {
            return Future.succeededFuture(builder.build());
        }
        warnIfPublic(settings.host());
        options.setEventBusOptions(eventBus(settings));
        return builder.withClusterManager(new HazelcastClusterManager(hazelcast(settings)))
                .buildClustered()
                .onSuccess(vertx -> refuseObjects(vertx.eventBus()));
    }

    /** Messages have codecs of their own: no class is made because another node names it. */
    private static void refuseObjects(EventBus bus) {
        bus.serializableChecker(_ -> false).clusterSerializableChecker(_ -> false);
    }

    /** Between nodes, nothing but the name of the cluster is asked for at the one port, and nothing at the other. */
    static void warnIfPublic(String host) {
        if (!PrivateHosts.contain(host)) {
            LOG.warn("cluster.host {} is no private address: only the nodes of the cluster may reach its ports", host);
        }
    }

    /** With a key store nodes take connections of nodes that have the same one, and of no others. */
    private static EventBusOptions eventBus(AppConfig.Cluster settings) {
        EventBusOptions options = new EventBusOptions().setHost(settings.host()).setClusterPublicHost(settings.host());
        settings.tls().ifPresent(tls -> {
            requireReadable(tls);
            PfxOptions keys =
                    new PfxOptions().setPath(tls.keyStore().toString()).setPassword(tls.password());
            options.setSsl(true).setKeyCertOptions(keys).setTrustOptions(keys).setClientAuth(ClientAuth.REQUIRED);
        });
        return options;
    }

    private static void requireReadable(AppConfig.Cluster.Tls tls) {
        try {
            var _ = KeyStore.getInstance(tls.keyStore().toFile(), tls.password().toCharArray());
        } catch (IOException | GeneralSecurityException e) {
            throw new ConfigException("'cluster.tls.key-store' can't be opened: " + e.getMessage(), e);
        }
    }

    /**
     * Members find each other by address, never by multicast; nothing is reported home. The port listens at
     * {@code settings.host()} only and takes no clients, because it asks members for no password. What others send is
     * made only of classes that {@link SerializationFilter} allows.
     */
    static Config hazelcast(AppConfig.Cluster settings) {
        // Applies to the whole process: Hazelcast logs before it reads a configuration.
        System.setProperty("hazelcast.logging.type", "slf4j");
        Config config = new Config();
        config.setClusterName(settings.name());
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.setProperty("hazelcast.wait.seconds.before.join", "0");
        config.setProperty("hazelcast.tcp.join.port.try.count", Integer.toString(PORTS));
        config.setClassLoader(new AllowedClasses());
        SerializationConfig serialization = config.getSerializationConfig();
        serialization.setJavaSerializationFilterConfig(SerializationFilter.allowed());
        serialization.getCompactSerializationConfig().setZeroConfigFilter(SerializationFilter.none());
        // As the cluster manager wants it; its maps are as all maps are.
        config.getMultiMapConfig("__vertx.subs").setValueCollectionType(MultiMapConfig.ValueCollectionType.SET);
        listen(settings, config.getAdvancedNetworkConfig().setEnabled(true));
        return config;
    }

    private static void listen(AppConfig.Cluster settings, AdvancedNetworkConfig network) {
        ServerSocketEndpointConfig members = new ServerSocketEndpointConfig()
                .setProtocolType(ProtocolType.MEMBER)
                .setPort(settings.port())
                .setPortAutoIncrement(true)
                .setPortCount(PORTS);
        members.getInterfaces().setEnabled(true).addInterface(settings.host());
        network.setMemberEndpointConfig(members);
        network.getJoin().getMulticastConfig().setEnabled(false);
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getTcpIpConfig().setEnabled(true).setMembers(settings.members());
    }
}
