package io.nightmarket.bootstrap.config;

import io.nightmarket.bootstrap.config.AppConfig.Servers;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlTls;
import io.nightmarket.redis.RedisConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads where Redis and MySQL are, and how they are called. */
record ServerSettings(Settings settings, SettingPaths paths, Edition edition) {
    private static final int USUAL_CODES_PER_ADDRESS = 60;
    /** With the time of a statement less than requests have: that nothing was done is known before they end. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(2_500);
    /** Calls that wait for an answer on one connection; beyond it requests are refused. */
    private static final int REDIS_MAX_IN_FLIGHT = 4_096;

    /** In place of addresses that embedded servers have once they run. */
    private static final String EMBEDDED_REDIS = "redis://127.0.0.1";

    private static final String EMBEDDED_MYSQL = "mysql://embedded@127.0.0.1/embedded";

    Optional<Servers> addresses() {
        String redis = settings.text("redis", "");
        String mysql = settings.text("mysql", "");
        if (edition == Edition.DEVELOPMENT && redis.isEmpty() != mysql.isEmpty()) {
            settings.problem("give both addresses, 'redis' and 'mysql', or none for embedded servers");
        }
        return mysql.isEmpty() ? Optional.empty() : Optional.of(new Servers(redis, mysql));
    }

    RedisConfig redis() {
        String address = settings.text("redis", "");
        Duration timeout = settings.duration("redis-timeout", "1s");
        Optional<Path> ca = redisCa().filter(file -> !address.isEmpty() && Files.isReadable(file));
        return valid(
                () -> new RedisConfig(
                        address.isEmpty() ? EMBEDDED_REDIS : address,
                        timeout,
                        REDIS_MAX_IN_FLIGHT,
                        maxBacklog(),
                        codesPerAddress(),
                        ca),
                ServerSettings::redis);
    }

    MySqlConfig mySql() {
        String address = settings.text("mysql", "");
        int poolSize = settings.number("mysql-pool-size", 16, 1, 1_000);
        Duration settleTimeout = settings.duration("sale.settle-timeout", "5s");
        return valid(
                () -> new MySqlConfig(
                        address.isEmpty() ? EMBEDDED_MYSQL : address,
                        poolSize,
                        statementTimeout(),
                        CONNECT_TIMEOUT,
                        settleTimeout,
                        mySqlTls()),
                ServerSettings::mySql);
    }

    /** What an adapter refuses of its settings is the operator's to read; the defaults stand in for it. */
    private <T> T valid(Supplier<T> set, Function<ServerSettings, T> read) {
        try {
            return set.get();
        } catch (IllegalArgumentException e) {
            settings.problem(String.valueOf(e.getMessage()));
            return read.apply(ofDefaults());
        }
    }

    Duration statementTimeout() {
        return settings.duration("mysql-timeout", "1500ms");
    }

    MySqlTls mySqlTls() {
        MySqlTls tls = new MySqlTls(settings.choice("mysql-tls", MySqlTls.Mode.AUTO), paths.file("mysql-ca"));
        if (tls.mode() == MySqlTls.Mode.OFF && tls.ca().isPresent()) {
            settings.problem("'mysql-ca' is not used with 'mysql-tls' off: remove one of both");
        }
        return tls;
    }

    Optional<Path> redisCa() {
        return paths.file("redis-ca");
    }

    /** Off in embedded mode, where all clients have one address. */
    private int codesPerAddress() {
        return settings.text("limits.codes-per-address-per-hour", "").isEmpty()
                ? (areEmbedded(settings) ? 0 : USUAL_CODES_PER_ADDRESS)
                : settings.number("limits.codes-per-address-per-hour", 0, 0, 1_000_000);
    }

    int maxBacklog() {
        return settings.number("sale.max-backlog", 1_000_000, 1, 100_000_000);
    }

    /** Whether the servers are the node's own. */
    static boolean areEmbedded(Settings settings) {
        return settings.text("redis", "").isEmpty();
    }

    private ServerSettings ofDefaults() {
        Settings none = new Settings();
        return new ServerSettings(none, new SettingPaths(none, paths.home()), edition);
    }
}
