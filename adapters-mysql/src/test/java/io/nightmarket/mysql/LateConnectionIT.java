package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.testkit.TestServers;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A connection that is free again after the caller that waited for it has gone. */
final class LateConnectionIT {
    private static final Duration WAIT = Duration.ofSeconds(2);

    private static Vertx vertx;

    /** Each pool there is, of one connection. */
    static Stream<Named<Function<Databases, Database>>> pools() {
        return Stream.of(
                Named.of("shared", Databases::shared),
                Named.of("transactional", databases -> databases.transactional(1)),
                Named.of("dedicated", Databases::dedicated));
    }

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void close() {
        await(vertx.close().toCompletionStage());
    }

    @ParameterizedTest
    @MethodSource("pools")
    void itIsThereForTheNextCallerAndThePoolCanBeClosed(Function<Databases, Database> pool) {
        MySqlConfig config = new MySqlConfig(TestServers.mysqlUri(), 1, WAIT, WAIT, WAIT, MySqlTls.AUTO);
        Database database = pool.apply(new Databases(vertx, config));
        DatabaseSession held = await(database.session().toCompletionStage());
        Stream.generate(() -> database.session().toCompletionStage())
                .limit(3)
                .toList()
                .forEach(waiting -> {
                    var _ = failureOf(Unavailable.class, waiting);
                });

        await(held.close().toCompletionStage());

        DatabaseSession next = await(database.session().toCompletionStage());
        var _ = await(next.command("SELECT 1").toCompletionStage());
        await(next.close().toCompletionStage());
        await(database.close().toCompletionStage());
    }
}
