package io.nightmarket.mysql;

import io.nightmarket.domain.contract.RunningNodesContract;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MySqlRunningNodesIT extends RunningNodesContract {
    private static MySqlFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new MySqlFixture();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Override
    protected RunningNodes nodes() {
        return fixture.adapters().runningNodes();
    }

    @Override
    protected void age(RunningNode node, Duration by) {
        var _ = MySqlFixture.execute(
                "UPDATE running_node SET seen_at = seen_at - INTERVAL ? SECOND WHERE id = ?",
                by.toSeconds(),
                node.id());
    }
}
