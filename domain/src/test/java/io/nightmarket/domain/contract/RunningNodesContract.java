package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes;
import io.nightmarket.domain.node.RunningNodes.Presence;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

public abstract class RunningNodesContract {
    private static final Duration STALE = RunningNodes.STALE_AFTER.plusSeconds(1);
    private static final Duration ALIVE = RunningNodes.STALE_AFTER.minusSeconds(5);

    /** A setting of this test alone: the nodes of others do not differ in it. */
    private final String setting = "test." + UUID.randomUUID();

    private final Set<RunningNode> made = new HashSet<>();
    private final RunningNode first = node("redis");

    protected abstract RunningNodes nodes();

    /** From now on the last sign of life of this node is older by this time. */
    protected abstract void age(RunningNode node, Duration by);

    private RunningNode node(String value) {
        RunningNode node = new RunningNode(
                UUID.randomUUID().toString(), "host:8080", "1.0", true, Map.of(setting, value, "other", "a=b"));
        made.add(node);
        return node;
    }

    @AfterEach
    void leave() {
        made.forEach(node -> await(nodes().leave(node)));
    }

    private boolean enters(RunningNode node) {
        return await(nodes().enter(node)).isEmpty();
    }

    private Optional<Presence> presence(RunningNode node) {
        return await(nodes().list()).stream()
                .filter(one -> one.node().id().equals(node.id()))
                .findFirst();
    }

    @Test
    void aNodeIsListedFromItsEntryToItsEnd() {
        assertEquals(Optional.empty(), presence(first));
        assertTrue(enters(first));
        assertEquals(Optional.of(first), presence(first).map(Presence::node));
        await(nodes().leave(first));
        assertEquals(Optional.empty(), presence(first));
        await(nodes().leave(first));
    }

    @Test
    void aNodeThatDiffersDoesNotEnterWhileTheOtherRuns() {
        RunningNode same = node("redis");
        RunningNode different = node("mysql");
        assertTrue(enters(first));
        assertTrue(enters(same));
        await(nodes().leave(same));
        assertEquals(Optional.of(first), await(nodes().enter(different)));
        assertEquals(Optional.empty(), presence(different));

        await(nodes().leave(first));
        assertTrue(enters(different));
    }

    @Test
    void aNodeThatWasKilledBlocksNoOtherForLong() {
        RunningNode different = node("mysql");
        assertTrue(enters(first));
        age(first, ALIVE);
        assertFalse(enters(different));
        age(first, STALE.minus(ALIVE));
        assertEquals(Optional.empty(), presence(first));
        assertTrue(enters(different));
    }

    @Test
    void aSignOfLifeKeepsANodeAndBringsItBack() {
        assertTrue(enters(first));
        Presence entered = presence(first).orElseThrow();
        age(first, ALIVE);
        RunningNode moved = first.at("host:9090");
        List<Presence> running = await(nodes().confirm(moved));
        Presence confirmed = running.stream()
                .filter(one -> one.node().id().equals(first.id()))
                .findFirst()
                .orElseThrow();
        assertEquals(moved, confirmed.node());
        age(first, ALIVE);
        assertEquals(Optional.of(moved), presence(first).map(Presence::node));
        assertFalse(presence(first).orElseThrow().startedAt().isAfter(entered.startedAt()));

        await(nodes().leave(first));
        var _ = await(nodes().confirm(moved));
        assertEquals(Optional.of(moved), presence(first).map(Presence::node));
    }

    @Test
    void ofTwoThatDifferAndEnterAtOnceOneIsTheFirst() {
        List<RunningNode> both = List.of(node("redis"), node("mysql"));
        List<Optional<RunningNode>> answers = atOnce(both.size(), number -> nodes().enter(both.get(number)));
        assertEquals(1, answers.stream().filter(Optional::isEmpty).count(), answers::toString);
        assertEquals(1, both.stream().filter(node -> presence(node).isPresent()).count());
    }
}
