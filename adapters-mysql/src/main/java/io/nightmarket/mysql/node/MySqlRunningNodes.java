package io.nightmarket.mysql.node;

import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Nodes in running_node. */
public final class MySqlRunningNodes implements RunningNodes {
    private static final String NOW = "UTC_TIMESTAMP(6)";
    private static final String STALE = STALE_AFTER.toSeconds() + " SECOND";

    /** A node that was seen in the future wrote so before the clock went back. */
    private static final String LATELY =
            " BETWEEN " + NOW + " - INTERVAL " + STALE + " AND " + NOW + " + INTERVAL " + STALE;

    private static final String LIST = "SELECT id, address, version, clustered, settings, started_at, seen_at"
            + " FROM running_node WHERE seen_at" + LATELY + " ORDER BY address, id";

    /** Waits for rows that are being written: of two that enter at once, one waits or is run again, at each level of isolation. */
    private static final String LIST_LOCKED = LIST + " FOR UPDATE";

    private static final String PRUNE = "DELETE FROM running_node WHERE seen_at NOT" + LATELY;
    private static final String WRITE =
            "INSERT INTO running_node (id, address, version, clustered, settings, started_at, seen_at) VALUES"
                    + " (?, ?, ?, ?, ?, " + NOW + ", " + NOW + ") ON DUPLICATE KEY UPDATE address = ?, seen_at = "
                    + NOW;
    private static final String LEAVE = "DELETE FROM running_node WHERE id = ?";

    private final Database database;

    public MySqlRunningNodes(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<RunningNode>> enter(RunningNode own) {
        return database.inTransaction(session -> session.run(PRUNE)
                        .compose(_ -> write(session, own))
                        .compose(_ -> session.run(LIST_LOCKED))
                        .map(MySqlRunningNodes::presences)
                        .map(running -> running.stream()
                                .map(Presence::node)
                                .filter(other -> !own.fits(other))
                                .findFirst())
                        .compose(different -> different.isPresent()
                                ? session.run(LEAVE, own.id()).map(different)
                                : Future.succeededFuture(different)))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<List<Presence>> confirm(RunningNode own) {
        return database.answer(
                session -> write(session, own).compose(_ -> session.run(LIST)).map(MySqlRunningNodes::presences));
    }

    @Override
    public CompletionStage<List<Presence>> list() {
        return database.answer(LIST, MySqlRunningNodes::presences);
    }

    @Override
    public CompletionStage<Void> leave(RunningNode own) {
        return database.write(LEAVE, own.id());
    }

    private static Future<RowSet<Row>> write(DatabaseSession session, RunningNode node) {
        return session.run(
                WRITE,
                node.id(),
                node.address(),
                node.version(),
                node.clustered() ? 1 : 0,
                lines(node.settings()),
                node.address());
    }

    private static List<Presence> presences(RowSet<Row> rows) {
        return Rows.all(
                rows,
                row -> new Presence(
                        new RunningNode(
                                Columns.text(row, "id"),
                                Columns.text(row, "address"),
                                Columns.text(row, "version"),
                                Columns.number(row, "clustered") == 1,
                                settings(Columns.text(row, "settings"))),
                        Columns.time(row, "started_at"),
                        Columns.time(row, "seen_at")));
    }

    /** Settings are of one line each. */
    private static String lines(Map<String, String> settings) {
        return new TreeMap<>(settings)
                .entrySet().stream()
                        .map(setting -> setting.getKey() + '=' + setting.getValue())
                        .collect(Collectors.joining("\n"));
    }

    private static Map<String, String> settings(String lines) {
        return lines.lines()
                .map(line -> line.split("=", 2))
                .filter(parts -> parts.length == 2)
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    }
}
