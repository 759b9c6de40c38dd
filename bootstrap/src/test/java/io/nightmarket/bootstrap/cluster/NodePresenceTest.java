package io.nightmarket.bootstrap.cluster;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.bootstrap.LogLines;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.domain.memory.InMemoryRunningNodes;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NodePresenceTest {
    private static final String ALONE =
            " uses this database too, and not both are in a cluster: they learn of each other's changes and logouts late;"
                    + " start both with --cluster";

    private final Vertx vertx = Vertx.vertx();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final InMemoryRunningNodes nodes = new InMemoryRunningNodes(clock);

    @AfterEach
    void close() {
        await(vertx.close().toCompletionStage());
    }

    private static RunningNode node(String name, boolean clustered, String queue) {
        return new RunningNode(name, name + ":8080", "1.0", clustered, Map.of("adapters.queue", queue));
    }

    private NodePresence presence(RunningNode own) {
        return new NodePresence(vertx, nodes, own);
    }

    /** What the node logs when it looks at the others. */
    private List<String> warnings(NodePresence presence, int times) {
        try (LogLines lines = new LogLines(NodePresence.class)) {
            for (int i = 0; i < times; i++) {
                presence.warn(await(nodes.list()));
            }
            return lines.all();
        }
    }

    @Test
    void aNodeThatDiffersIsRefusedWithTheSettingBothValuesAndTheOther() {
        await(presence(node("first", false, "redis")).enter());
        Throwable refused = failureOf(presence(node("second", false, "mysql")).enter());
        assertEquals(
                "the node at first:8080 on this database has 'adapters.queue' redis, and this one mysql: give all nodes"
                        + " the same, or stop that one first (a node that was killed counts for 15 s)",
                assertInstanceOf(ConfigException.class, refused).getMessage());
    }

    @Test
    void afterItsEndTheNodeIsInNobodysWay() {
        NodePresence first = presence(node("first", false, "redis"));
        await(first.enter());
        await(first.leave());
        await(presence(node("second", false, "mysql")).enter());
    }

    @Test
    void bothNodesWarnOnceWhenNotBothAreInACluster() {
        RunningNode inCluster = node("first", true, "redis");
        RunningNode alone = node("second", false, "redis");
        NodePresence first = presence(inCluster);
        NodePresence second = presence(alone);
        await(first.enter());
        await(second.enter());
        clock.advance(Duration.ofSeconds(1));
        var _ = await(nodes.confirm(inCluster));
        var _ = await(nodes.confirm(alone));
        assertEquals(List.of("WARN The node at second:8080" + ALONE), warnings(first, 3));
        assertEquals(List.of("WARN The node at first:8080" + ALONE), warnings(second, 3));
    }

    @Test
    void inAClusterNoNodeWarns() {
        NodePresence first = presence(node("first", true, "redis"));
        await(first.enter());
        clock.advance(Duration.ofSeconds(1));
        await(presence(node("second", true, "redis")).enter());
        assertEquals(List.of(), warnings(first, 1));
    }

    @Test
    void aNodeThatWasKilledBeforeTheStartIsNotWarnedOf() {
        await(presence(node("killed", false, "redis")).enter());
        clock.advance(RunningNodes.STALE_AFTER.dividedBy(2));
        NodePresence next = presence(node("next", false, "redis"));
        await(next.enter());
        assertEquals(List.of(), warnings(next, 1));
    }

    @Test
    void twoThatDifferAndRunAllTheSameAreAnError() {
        NodePresence first = presence(node("first", true, "redis"));
        await(first.enter());
        clock.advance(Duration.ofSeconds(1));
        var _ = await(nodes.confirm(node("second", true, "mysql")));
        assertEquals(
                List.of("ERROR the node at second:8080 on this database has 'adapters.queue' mysql, and this one redis:"
                        + " stop one of them"),
                warnings(first, 2));
    }
}
