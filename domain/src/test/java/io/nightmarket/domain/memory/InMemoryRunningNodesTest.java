package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.RunningNodesContract;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes;
import java.time.Duration;
import java.time.Instant;

final class InMemoryRunningNodesTest extends RunningNodesContract {
    private final InMemoryRunningNodes nodes =
            new InMemoryRunningNodes(new ManualClock(Instant.parse("2026-11-20T12:00:00Z")));

    @Override
    protected RunningNodes nodes() {
        return nodes;
    }

    @Override
    protected void age(RunningNode node, Duration by) {
        nodes.age(node, by);
    }
}
