package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.EmbeddedMode;
import io.nightmarket.bootstrap.Node;
import io.nightmarket.bootstrap.VertxTimers;
import io.nightmarket.bootstrap.config.AppConfig.Servers;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.DatabaseConfig;
import io.nightmarket.domain.account.SessionEvents;
import io.nightmarket.domain.account.permission.ChangeRole;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlSchema;
import io.nightmarket.redis.RedisAdapters;
import io.nightmarket.redis.RedisConfig;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The database as a command uses it, and the Redis that knows the sessions: prepared as by a node, for one call. They
 * belong to the main thread, which waits.
 */
final class CommandDatabase {
    private static final int MAX_IN_FLIGHT = 64;
    private static final Duration REDIS_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private CommandDatabase() {}

    /** @param redis the store of sessions; not there when the operator named none */
    record Stores(MySqlAdapters mysql, Optional<RedisAdapters> redis, DatabaseConfig config, Timers timers) {
        /** Changes roles, also in open sessions if their store is known. */
        Optional<ChangeRole> changeRole() {
            return redis.map(store -> new ChangeRole(
                    mysql.permissions(),
                    mysql.sessionLedger(config.sessions(), config.staffSecondFactor()),
                    store.sessionStore(config.sessions()),
                    SessionEvents.NONE,
                    Clock.systemUTC(),
                    new SecureRandom()));
        }
    }

    /**
     * Answers what the call brings. Embedded servers are started for it when they don't run, and stopped when no node
     * uses them. Fails as a node's start does, or with the call's {@link DomainFailure}.
     */
    static <T> T ask(DatabaseConfig config, Function<Stores, CompletionStage<T>> call) {
        return config.address()
                .map(address -> ask(mySql(address, config), config.redis(), config, call))
                .orElseGet(() -> askEmbedded(config, call));
    }

    /** As {@link #ask}, of servers that run, whose tables are left as they are. */
    static <T> T look(DatabaseConfig config, Servers servers, Function<Stores, CompletionStage<T>> call) {
        Optional<String> redis = Optional.of(servers.redis()).filter(address -> !address.isEmpty());
        return call(mySql(servers.mysql(), config), redis, config, call);
    }

    private static <T> T askEmbedded(DatabaseConfig config, Function<Stores, CompletionStage<T>> call) {
        try (EmbeddedMode embedded = EmbeddedMode.start(config.data())) {
            Runtime.getRuntime().addShutdownHook(new Thread(embedded::close, "shutdown"));
            MySqlConfig database = mySql(embedded.servers().mysql(), config);
            MySqlSchema.migrate(database);
            boolean _ = EmbeddedMode.loadDemoData(database, Clock.systemUTC());
            return call(database, Optional.of(embedded.servers().redis()), config, call);
        }
    }

    private static <T> T ask(
            MySqlConfig database,
            Optional<String> redis,
            DatabaseConfig config,
            Function<Stores, CompletionStage<T>> call) {
        MySqlSchema.migrate(database);
        return call(database, redis, config, call);
    }

    private static <T> T call(
            MySqlConfig database,
            Optional<String> redis,
            DatabaseConfig config,
            Function<Stores, CompletionStage<T>> call) {
        Vertx vertx = Vertx.vertx();
        MySqlAdapters adapters = MySqlAdapters.create(vertx, database);
        try {
            Optional<RedisAdapters> sessions =
                    redis.map(address -> await(RedisAdapters.connect(vertx, redis(address, config))));
            try {
                return await(call.apply(new Stores(adapters, sessions, config, new VertxTimers(vertx))));
            } finally {
                sessions.ifPresent(opened -> await(opened.close()));
            }
        } finally {
            await(adapters.close().thenCompose(_ -> vertx.close().toCompletionStage()));
        }
    }

    private static RedisConfig redis(String address, DatabaseConfig config) {
        try {
            return new RedisConfig(address, REDIS_TIMEOUT, MAX_IN_FLIGHT, 1, 0, config.redisCa());
        } catch (IllegalArgumentException e) {
            throw new ConfigException("setting 'redis': " + e.getMessage(), e);
        }
    }

    /** Fails with {@link ConfigException} when the address is none. */
    static MySqlConfig mySql(String address, DatabaseConfig config) {
        try {
            return new MySqlConfig(address, 1, config.timeout(), CONNECT_TIMEOUT, config.timeout(), config.tls());
        } catch (IllegalArgumentException e) {
            throw new ConfigException("setting 'mysql': " + e.getMessage(), e);
        }
    }

    /** Every call of an adapter has a deadline of its own. */
    private static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw switch (DomainFailure.causeOf(e)) {
                case DomainFailure failure -> failure;
                // What an operator has to change about Redis.
                case IllegalStateException unfit -> new Node.StartFailure(String.valueOf(unfit.getMessage()), unfit);
                default -> e;
            };
        }
    }
}
