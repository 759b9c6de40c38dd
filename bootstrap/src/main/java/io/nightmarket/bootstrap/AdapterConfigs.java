package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.AppConfig.Servers;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.redis.RedisConfig;
import java.time.Duration;
import java.util.function.Supplier;

/** The configuration of each adapter, from that of the node. */
final class AdapterConfigs {
    /** With the time of a statement less than requests have: that nothing was done is known before they end. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(2_500);

    private static final Duration DRAIN = Duration.ofSeconds(5);
    private static final Duration PROBE_DEADLINE = Duration.ofSeconds(2);

    private AdapterConfigs() {}

    static MySqlConfig mySql(AppConfig config, Servers servers) {
        return valid(() -> new MySqlConfig(
                servers.mysql(),
                config.mysql().poolSize(),
                config.mysql().timeout(),
                CONNECT_TIMEOUT,
                config.mysql().settleTimeout(),
                config.mysql().tls()));
    }

    static RedisConfig redis(AppConfig config, Servers servers) {
        return valid(() -> new RedisConfig(
                servers.redis(),
                config.redis().timeout(),
                config.redis().maxInFlight(),
                config.sale().maxBacklog(),
                config.sessions().codesPerAddressPerHour(),
                config.redis().ca()));
    }

    /** What an adapter refuses of its settings is the operator's to read. */
    private static <T> T valid(Supplier<T> settings) {
        try {
            return settings.get();
        } catch (IllegalArgumentException e) {
            throw new ConfigException(String.valueOf(e.getMessage()), e);
        }
    }

    static HttpConfig http(AppConfig config) {
        return new HttpConfig(
                config.host(),
                config.port(),
                config.timeZone(),
                config.sessions().trust(),
                config.maxBodyBytes(),
                DRAIN,
                PROBE_DEADLINE,
                new HttpConfig.WebPages(
                        config.pages().docs(),
                        config.pages().site(),
                        config.pages().images()),
                config.trustedProxies(),
                config.buying(),
                config.reading(),
                config.logins(),
                config.sessions().phones(),
                config.load().connections(),
                config.load().maxWait(),
                config.https());
    }
}
