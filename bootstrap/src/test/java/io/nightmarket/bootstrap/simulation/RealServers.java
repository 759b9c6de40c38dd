package io.nightmarket.bootstrap.simulation;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.simulation.Stores;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlSchema;
import io.nightmarket.mysql.MySqlTls;
import io.nightmarket.redis.link.SteeredRedis;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.SiteDatabase;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A Redis and a database of MySQL for schedules that follow one another. */
final class RealServers implements AutoCloseable {
    static final int QUEUE = 0;
    static final int LEASES = 1;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int CONNECTIONS = 2;
    /** Its rows tell which migrations were made. */
    private static final String HISTORY = "flyway_schema_history";

    private final Vertx vertx = Vertx.vertx();
    private final OwnServer redis;
    private final List<SteeredRedis> links = new ArrayList<>();
    private final SteeredRedis queue;
    private final SteeredRedis leases;
    private final SiteDatabase database = new SiteDatabase();
    private final SessionTime time;
    private final MySqlAdapters mysql;
    private final List<String> tables;
    private @Nullable RealStores current;

    RealServers(Path folder) throws IOException {
        this.redis = OwnServer.redis(folder);
        this.queue = database(QUEUE, UnaryOperator.identity());
        this.leases = database(LEASES, UnaryOperator.identity());
        this.time = new SessionTime(database.uri());
        MySqlConfig config = new MySqlConfig(time.uri(), CONNECTIONS, PATIENCE, PATIENCE, PATIENCE, MySqlTls.AUTO);
        MySqlSchema.migrate(config);
        this.mysql = MySqlAdapters.create(vertx, config);
        this.tables = database.tables().stream()
                .filter(table -> !table.equals(HISTORY))
                .toList();
    }

    /** Empty servers for one schedule. */
    Stores stores(Stores.Setting setting) {
        return next(queue, setting);
    }

    private Stores next(SteeredRedis scripts, Stores.Setting setting) {
        if (current != null) {
            current.endWriters();
        }
        current = new RealStores(this, scripts, setting);
        return current;
    }

    /** As {@link #stores}, with a bug in the queue's scripts. */
    Stores.Maker withScripts(UnaryOperator<String> bug) {
        SteeredRedis odd = database(QUEUE, bug);
        return setting -> next(odd, setting);
    }

    /** A link to a database of Redis, which lives as long as these servers. */
    SteeredRedis database(int number, UnaryOperator<String> bug) {
        SteeredRedis link = new SteeredRedis(vertx, redis.uri(), number, bug);
        links.add(link);
        return link;
    }

    SteeredRedis leases() {
        return leases;
    }

    SiteDatabase database() {
        return database;
    }

    SessionTime time() {
        return time;
    }

    MySqlAdapters mysql() {
        return mysql;
    }

    /** All that hold data. */
    List<String> tables() {
        return tables;
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.endWriters();
        }
        links.forEach(SteeredRedis::close);
        await(mysql.close());
        await(vertx.close().toCompletionStage());
        time.close();
        database.close();
        redis.close();
    }
}
