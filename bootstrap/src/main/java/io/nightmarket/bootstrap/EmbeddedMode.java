package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.AppConfig.Servers;
import io.nightmarket.embedded.EmbeddedServerException;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.embedded.demo.DemoData;
import io.nightmarket.mysql.JdbcAddress;
import io.nightmarket.mysql.MySqlConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;

/**
 * Servers and demo data of a node that has no addresses of servers. Only this class knows the module {@code embedded},
 * which the distribution lacks, so it must not be loaded there.
 */
final class EmbeddedMode implements AutoCloseable {
    private final EmbeddedServers servers;

    private EmbeddedMode(EmbeddedServers servers) {
        this.servers = servers;
    }

    /** Starts or adopts the servers of a data folder; fails with {@link Node.StartFailure}. Blocks. */
    static EmbeddedMode start(Path data) {
        try {
            return new EmbeddedMode(EmbeddedServers.start(data));
        } catch (EmbeddedServerException e) {
            throw new Node.StartFailure(String.valueOf(e.getMessage()), e);
        }
    }

    Servers servers() {
        return new Servers(servers.redisUri(), servers.mysqlUri());
    }

    /** Fills an empty database; see {@link DemoData}. Blocks. */
    static void loadDemoData(MySqlConfig database, Clock clock) {
        try (Connection connection = new JdbcAddress(database).open()) {
            DemoData.load(connection, clock);
        } catch (SQLException e) {
            throw new Node.StartFailure("the demo data could not be loaded: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        servers.close();
    }
}
