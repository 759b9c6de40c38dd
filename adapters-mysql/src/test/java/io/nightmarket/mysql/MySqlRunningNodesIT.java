package io.nightmarket.mysql;

import io.nightmarket.domain.contract.RunningNodesContract;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;

final class MySqlRunningNodesIT extends RunningNodesContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected RunningNodes nodes() {
        return MYSQL.adapters().runningNodes();
    }

    @Override
    protected void age(RunningNode node, Duration by) {
        var _ = MySqlFixture.execute(
                "UPDATE running_node SET seen_at = seen_at - INTERVAL ? SECOND WHERE id = ?",
                by.toSeconds(),
                node.id());
    }
}
