package io.nightmarket.domain.memory;

import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Nodes in a map, under one monitor. */
public final class InMemoryRunningNodes implements RunningNodes {
    private final Map<String, Presence> rows = new HashMap<>();
    private final Clock clock;

    public InMemoryRunningNodes(Clock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized CompletionStage<Optional<RunningNode>> enter(RunningNode own) {
        rows.keySet().retainAll(running().stream().map(one -> one.node().id()).toList());
        Optional<RunningNode> different = running().stream()
                .map(Presence::node)
                .filter(other -> !own.fits(other))
                .findFirst();
        if (different.isEmpty()) {
            write(own);
        }
        return CompletableFuture.completedStage(different);
    }

    @Override
    public synchronized CompletionStage<List<Presence>> confirm(RunningNode own) {
        write(own);
        return list();
    }

    @Override
    public synchronized CompletionStage<List<Presence>> list() {
        return CompletableFuture.completedStage(running());
    }

    @Override
    public synchronized CompletionStage<Void> leave(RunningNode own) {
        rows.remove(own.id());
        return CompletableFuture.completedStage(null);
    }

    /** Its last sign of life is older by this time. */
    public synchronized void age(RunningNode node, Duration by) {
        rows.computeIfPresent(
                node.id(),
                (_, row) ->
                        new Presence(row.node(), row.startedAt(), row.seenAt().minus(by)));
    }

    private void write(RunningNode own) {
        rows.merge(
                own.id(),
                new Presence(own, clock.instant(), clock.instant()),
                (before, now) -> new Presence(own, before.startedAt(), now.seenAt()));
    }

    private List<Presence> running() {
        return rows.values().stream()
                .filter(one -> one.seenAt().isAfter(clock.instant().minus(STALE_AFTER)))
                .sorted(Comparator.comparing(one -> one.node().address()))
                .toList();
    }
}
