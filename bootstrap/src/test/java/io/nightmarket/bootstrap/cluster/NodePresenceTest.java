package io.nightmarket.bootstrap.cluster;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.VertxTimers;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.SharedSettings;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.memory.ImpatientTimers;
import io.nightmarket.domain.memory.InMemoryMarks;
import io.nightmarket.domain.memory.InMemoryRunningNodes;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes;
import io.nightmarket.domain.node.StoreMark;
import io.nightmarket.testkit.LogLines;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NodePresenceTest {
    private static final String ALONE =
            " uses this database too, and not both are in a cluster: they learn of each other's changes and logouts late;"
                    + " start both with --cluster";

    private final Vertx vertx = Vertx.vertx();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final InMemoryRunningNodes nodes = new InMemoryRunningNodes(clock);
    private final InMemoryMarks database = new InMemoryMarks();
    private final InMemoryMarks redis = new InMemoryMarks();

    @AfterEach
    void close() {
        await(vertx.close().toCompletionStage());
    }

    private static RunningNode node(String name, boolean clustered, String queue) {
        return new RunningNode(name, name + ":8080", "1.0", clustered, Map.of("adapters.queue", queue));
    }

    private NodePresence presence(RunningNode own) {
        return presence(own, redis, new VertxTimers(vertx));
    }

    private NodePresence presence(RunningNode own, InMemoryMarks marks, Timers timers) {
        return new NodePresence(vertx, nodes, new StoreMark(database, marks, new Random(7)), timers, own);
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

    private static RunningNode withSecrets(String name, String digests) {
        return new RunningNode(name, name + ":8080", "1.0", true, Map.of("token.secret", digests));
    }

    private Optional<String> refusal(NodePresence entering) {
        try {
            await(entering.enter());
            return Optional.empty();
        } catch (ConfigException e) {
            return Optional.ofNullable(e.getMessage());
        } finally {
            await(entering.leave());
        }
    }

    @Test
    void anotherSecretFitsWhereOneIsTheOthersPreviousOne() {
        await(presence(withSecrets("first", "new old")).enter());
        for (String fitting : List.of("new", "new old", "old", "old new", "newer new")) {
            assertEquals(Optional.empty(), refusal(presence(withSecrets("second", fitting))), fitting);
        }
        assertEquals(Optional.empty(), refusal(presence(node("older", true, "redis"))), "of a version without digests");
        for (String other : List.of("other", "other old", "other older")) {
            assertEquals(
                    Optional.of("the node at first:8080 on this database has another 'token.secret', and neither is the"
                            + " other's 'token.previous-secret': give all nodes the same, or stop that one first (a node that"
                            + " was killed counts for 15 s)"),
                    refusal(presence(withSecrets("second", other))),
                    other);
        }
    }

    @Test
    void allDifferencesAreSaid() {
        RunningNode first =
                new RunningNode("1", "first:8080", "1.0", true, Map.of("time-zone", "UTC", "sale.shards", "4"));
        RunningNode second = new RunningNode("2", "", "1.0", true, Map.of("time-zone", "GMT", "sale.shards", "8"));
        await(presence(first).enter());
        assertTrue(refusal(presence(second))
                .orElseThrow()
                .startsWith("the node at first:8080 on this database has 'sale.shards' 4, and this one 8;"
                        + " 'time-zone' UTC, and this one GMT: give"));
    }

    @Test
    void aRedisOfAnotherDatabaseIsRefused() {
        assertEquals("ours", await(database.keep("ours")));
        assertEquals("theirs", await(redis.keep("theirs")));
        assertEquals(Optional.of(SharedSettings.FOREIGN_REDIS), refusal(presence(withSecrets("first", "a"))));
    }

    /** The first node marked its own: in the second's there is none, and none comes. */
    @Test
    void aSecondRedisWithoutAMarkIsRefusedWhileTheFirstNodeRuns() {
        NodePresence first = presence(withSecrets("first", "a"));
        await(first.enter());
        clock.advance(Duration.ofSeconds(1));
        InMemoryMarks elsewhere = new InMemoryMarks();
        assertEquals(
                Optional.of(
                        "the node at first:8080 on this database uses another Redis than this one: give 'redis' the same"
                                + " server on all nodes, or stop that one first"),
                refusal(presence(withSecrets("second", "a"), elsewhere, new ImpatientTimers())));
        await(first.leave());
        assertEquals(
                Optional.empty(),
                refusal(presence(withSecrets("third", "a"), elsewhere, new ImpatientTimers())),
                "alone it may");
    }

    /** The node that runs puts it again. */
    @Test
    void aNodeWaitsForTheMarkOfARedisThatWasEmptied() {
        NodePresence first = presence(withSecrets("first", "a"));
        await(first.enter());
        clock.advance(Duration.ofSeconds(1));
        redis.lose();
        CompletableFuture<Void> second =
                presence(withSecrets("second", "a")).enter().toCompletableFuture();
        await(first.listensAt("first:8080"));
        await(second);
    }

    @Test
    void aRunningNodeSaysOnceThatRedisIsOfAnotherDatabase() {
        NodePresence first = presence(withSecrets("first", "a"));
        await(first.enter());
        redis.lose();
        var _ = await(redis.keep("theirs"));
        try (LogLines lines = new LogLines(NodePresence.class)) {
            await(first.listensAt("first:8080"));
            await(first.listensAt("first:8080"));
            assertEquals(
                    List.of("ERROR " + SharedSettings.FOREIGN_REDIS
                            + ": purchases are refused until it is the right one again"),
                    lines.all());
            redis.lose();
            await(first.listensAt("first:8080"));
            assertEquals(await(database.find()), await(redis.find()));
        }
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
