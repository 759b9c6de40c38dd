package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.cli.OperatorCommand;
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
import java.util.ArrayList;
import java.util.List;
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

    /** Starts or adopts the servers of a data folder; fails with {@link Node.StartFailure}. Blocks. */
    public static EmbeddedMode start(Path data) {
        return translated(() -> new EmbeddedMode(EmbeddedServers.start(data)));
    }

    /** What there is and runs on a data folder; nothing when no node ever had servers there. Blocks. */
    public static Optional<FolderState> look(Path data) {
        return translated(() -> DataFolder.of(data).map(EmbeddedMode::state));
    }

    private static FolderState state(DataFolder folder) {
        List<FolderState.Server> servers = folder.servers().stream()
                .map(server -> new FolderState.Server(
                        server.name(),
                        server.runs() ? server.process().map(ProcessHandle::pid) : Optional.empty(),
                        server.port().orElse(0),
                        folder.passwordFile(server)))
                .toList();
        boolean run = servers.stream().allMatch(server -> server.process().isPresent());
        List<String> addresses = run ? folder.addresses() : List.of();
        return new FolderState(
                pids(folder.nodes()),
                servers,
                run ? Optional.of(new Servers(addresses.getFirst(), addresses.getLast())) : Optional.empty());
    }

    /** Ends nodes and servers of a data folder, those of one that was deleted there included; answers what ran. Blocks. */
    public static List<String> stop(Path data) {
        return translated(() -> {
            List<String> ended = new ArrayList<>();
            DataFolder.of(data).ifPresent(folder -> {
                pids(folder.nodes()).forEach(pid -> ended.add("node (process " + pid + ")"));
                if (!folder.stopNodes()) {
                    throw new OperatorCommand.Refused("the node on " + data + " does not end: end it with kill -9");
                }
                ended.addAll(folder.stopServers());
            });
            DataFolder.endOrphans(data);
            return ended;
        });
    }

    /** Stops the servers of a data folder without a node, and deletes what it holds. Blocks. */
    public static void delete(Path data) {
        var _ = translated(() -> {
            DataFolder.of(data).ifPresent(DataFolder::delete);
            DataFolder.endOrphans(data);
            return data;
        });
    }

    /** The processes of servers whose data folder was deleted, wherever it was. */
    public static List<Long> orphans() {
        return pids(DataFolder.orphans());
    }

    private static List<Long> pids(List<ProcessHandle> processes) {
        return processes.stream().map(ProcessHandle::pid).toList();
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
