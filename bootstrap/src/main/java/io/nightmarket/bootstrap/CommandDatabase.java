package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.DatabaseConfig;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlSchema;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The database as a command uses it: prepared as by a node, for one call. It belongs to the main thread, which waits. */
final class CommandDatabase {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private CommandDatabase() {}

    /**
     * Answers what the call brings. Embedded servers are started for it when they don't run, and stopped when no node
     * uses them. Fails as a node's start does, or with the call's {@link DomainFailure}.
     */
    static <T> T ask(DatabaseConfig config, Function<MySqlAdapters, CompletionStage<T>> call) {
        return config.address()
                .map(address -> ask(mySql(address, config), call))
                .orElseGet(() -> askEmbedded(config, call));
    }

    private static <T> T askEmbedded(DatabaseConfig config, Function<MySqlAdapters, CompletionStage<T>> call) {
        try (EmbeddedMode embedded = EmbeddedMode.start(config.data())) {
            Runtime.getRuntime().addShutdownHook(new Thread(embedded::close, "shutdown"));
            MySqlConfig database = mySql(embedded.servers().mysql(), config);
            MySqlSchema.migrate(database);
            EmbeddedMode.loadDemoData(database, Clock.systemUTC());
            return call(database, call);
        }
    }

    private static <T> T ask(MySqlConfig database, Function<MySqlAdapters, CompletionStage<T>> call) {
        MySqlSchema.migrate(database);
        return call(database, call);
    }

    private static <T> T call(MySqlConfig database, Function<MySqlAdapters, CompletionStage<T>> call) {
        Vertx vertx = Vertx.vertx();
        MySqlAdapters adapters = MySqlAdapters.create(vertx, database);
        try {
            return await(call.apply(adapters));
        } finally {
            await(adapters.close().thenCompose(_ -> vertx.close().toCompletionStage()));
        }
    }

    private static MySqlConfig mySql(String address, DatabaseConfig config) {
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
            throw DomainFailure.causeOf(e) instanceof DomainFailure failure ? failure : e;
        }
    }
}
