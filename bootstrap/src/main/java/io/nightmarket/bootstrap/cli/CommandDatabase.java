package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.EmbeddedMode;
import io.nightmarket.bootstrap.Node;
import io.nightmarket.bootstrap.VertxTimers;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.AppConfig.Servers;
import io.nightmarket.domain.account.SessionEvents;
import io.nightmarket.domain.account.permission.ChangeRole;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlSchema;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The database as a command uses it, and the Redis that knows the sessions: prepared as by a node, for one call. They
 * belong to the main thread, which waits.
 */
final class CommandDatabase {
    private CommandDatabase() {}

    /** @param redis the store of sessions; not there when the operator named none */
    record Stores(MySqlAdapters mysql, Optional<RedisAdapters> redis, AppConfig config, Timers timers) {
        /** Changes roles, also in open sessions if their store is known. */
        Optional<ChangeRole> changeRole() {
            return redis.map(store -> new ChangeRole(
                    mysql.permissions(),
                    mysql.sessionLedger(
                            config.sessions().policy(), config.sessions().staffSecondFactor()),
                    store.sessionStore(config.sessions().policy()),
                    SessionEvents.NONE,
                    Clock.systemUTC(),
                    new SecureRandom()));
        }
    }

    /**
     * Answers what the call brings. Embedded servers are started for it when they don't run, and stopped when no node
     * uses them. Fails as a node's start does, or with the call's {@link DomainFailure}.
     */
    static <T> T ask(AppConfig config, Function<Stores, CompletionStage<T>> call) {
        if (config.servers().isEmpty()) {
            return askEmbedded(config, call);
        }
        MySqlSchema.migrate(config.mysql());
        return look(config, config.servers().get(), call);
    }

    private static <T> T askEmbedded(AppConfig config, Function<Stores, CompletionStage<T>> call) {
        try (EmbeddedMode embedded = EmbeddedMode.start(config.data())) {
            Runtime.getRuntime().addShutdownHook(new Thread(embedded::close, "shutdown"));
            MySqlConfig database = config.mysql().at(embedded.servers().mysql());
            MySqlSchema.migrate(database);
            boolean _ = EmbeddedMode.loadDemoData(database, Clock.systemUTC());
            return look(config, embedded.servers(), call);
        }
    }

    /** As {@link #ask}, of servers that run, whose tables are left as they are. */
    static <T> T look(AppConfig config, Servers servers, Function<Stores, CompletionStage<T>> call) {
        Vertx vertx = Vertx.vertx();
        MySqlAdapters adapters = MySqlAdapters.create(vertx, config.mysql().at(servers.mysql()));
        try {
            Optional<RedisAdapters> sessions = Optional.of(servers.redis())
                    .filter(address -> !address.isEmpty())
                    .map(address ->
                            await(RedisAdapters.connect(vertx, config.redis().at(address))));
            try {
                return await(call.apply(new Stores(adapters, sessions, config, new VertxTimers(vertx))));
            } finally {
                sessions.ifPresent(opened -> await(opened.close()));
            }
        } finally {
            await(adapters.close().thenCompose(_ -> vertx.close().toCompletionStage()));
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
