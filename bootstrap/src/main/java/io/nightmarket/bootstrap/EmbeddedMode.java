package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.AppConfig.Servers;
import io.nightmarket.embedded.DataFolder;
import io.nightmarket.embedded.EmbeddedServerException;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.embedded.demo.DemoData;
import io.nightmarket.mysql.JdbcAddress;
import io.nightmarket.mysql.MySqlConfig;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.StaticHandler;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Servers and demo data of a node that has no addresses of servers. Only this class knows the module {@code embedded},
 * which the distribution lacks, so it must not be loaded there.
 */
public final class EmbeddedMode implements AutoCloseable {
    private static final String PICTURES = "io/nightmarket/embedded/demo/pictures";

    private final EmbeddedServers servers;

    private EmbeddedMode(EmbeddedServers servers) {
        this.servers = servers;
    }

    /** Starts the servers of a data folder, or joins the nodes there; fails with {@link Node.StartFailure}. Blocks. */
    public static EmbeddedMode start(Path data) {
        return translated(() -> new EmbeddedMode(EmbeddedServers.start(data)));
    }

    /** What there is and runs on a data folder; nothing when no node ever had servers there. Blocks. */
    public static Optional<FolderState> look(Path data) {
        return translated(() -> DataFolder.of(data).map(EmbeddedMode::state));
    }

    private static FolderState state(DataFolder folder) {
        Map<String, String> servers = folder.servers();
        return new FolderState(
                folder.nodes().stream().map(ProcessHandle::pid).toList(),
                servers,
                servers.size() == DataFolder.NAMES.size()
                        ? Optional.of(new Servers(folder.redisUri(), folder.mysqlUri()))
                        : Optional.empty());
    }

    /** Ends nodes and servers of a data folder; answers what ran. Blocks. */
    public static List<String> stop(Path data) {
        return translated(() -> DataFolder.of(data).map(DataFolder::stop).orElse(List.of()));
    }

    /** Stops the servers of a data folder without a node, and deletes what it holds. Blocks. */
    public static void delete(Path data) {
        var _ = translated(() -> {
            DataFolder.of(data).ifPresent(DataFolder::delete);
            return data;
        });
    }

    private static <T> T translated(Supplier<T> work) {
        try {
            return work.get();
        } catch (EmbeddedServerException e) {
            throw new Node.StartFailure(String.valueOf(e.getMessage()), e);
        }
    }

    public Servers servers() {
        return new Servers(servers.redisUri(), servers.mysqlUri());
    }

    /** Fills an empty database, and answers whether it was; see {@link DemoData}. Blocks. */
    public static boolean loadDemoData(MySqlConfig database, Clock clock) {
        try (Connection connection = new JdbcAddress(database).open()) {
            return DemoData.load(connection, clock);
        } catch (SQLException e) {
            throw new Node.StartFailure("the demo data could not be loaded: " + e.getMessage(), e);
        }
    }

    /** Shows the pictures of the demo data, where a site has none of that name. */
    static void showPictures(Router router) {
        router.route("/imgs/*").handler(StaticHandler.create(PICTURES));
        router.route("/types/*").handler(StaticHandler.create(PICTURES + "/types"));
    }

    @Override
    public void close() {
        servers.close();
    }
}
