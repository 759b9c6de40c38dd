package io.nightmarket.chaos;

import io.nightmarket.testnode.Handicap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** The nodes of a run. */
final class Fleet implements AutoCloseable {
    private static final Executor SIDE_BY_SIDE = task -> Thread.ofVirtual().start(task);

    private final List<FleetNode> nodes;

    Fleet(List<FleetNode> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** What is done to a node. */
    interface Deed {
        void to(FleetNode node) throws IOException;
    }

    /** Those that take part in the run. */
    List<FleetNode> nodes() {
        return nodes.stream().filter(FleetNode::isUp).toList();
    }

    /** Has as many nodes run as there are handicaps, each with its own; one that runs so already is left alone. */
    void cast(List<Handicap> handicaps) throws IOException {
        cast(handicaps, Map.of());
    }

    /** @param extra settings of each node besides its own */
    void cast(List<Handicap> handicaps, Map<String, String> extra) throws IOException {
        List<CompletableFuture<Void>> changes = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            FleetNode node = nodes.get(i);
            boolean wanted = i < handicaps.size();
            if (node.isUp() != wanted || (wanted && !node.runsWith(handicaps.get(i), extra))) {
                Handicap handicap = wanted ? handicaps.get(i) : Handicap.NONE;
                changes.add(sideBySide(node, changed -> {
                    changed.close();
                    if (wanted) {
                        changed.start(handicap, extra);
                    }
                }));
            }
        }
        await(changes);
    }

    private static CompletableFuture<Void> sideBySide(FleetNode node, Deed deed) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        deed.to(node);
                    } catch (IOException e) {
                        throw new CompletionException(e);
                    }
                },
                SIDE_BY_SIDE);
    }

    private static void await(List<CompletableFuture<Void>> deeds) throws IOException {
        try {
            CompletableFuture.allOf(deeds.toArray(CompletableFuture<?>[]::new)).join();
        } catch (CompletionException e) {
            throw new IOException(e.getCause() == null ? e : e.getCause());
        }
    }

    /** What nodes log from here on. */
    NodeLogs logs() {
        return new NodeLogs(nodes.stream().map(FleetNode::log).toList());
    }

    /** Whether every node says that it is ready. */
    boolean isReady() throws IOException {
        for (FleetNode node : nodes()) {
            if (!node.isReady()) {
                return false;
            }
        }
        return true;
    }

    /** The sum of a metric over all nodes. */
    long metric(String name, String... labels) throws IOException {
        long sum = 0;
        for (FleetNode node : nodes()) {
            sum += node.metrics().total(name, labels);
        }
        return sum;
    }

    @Override
    public void close() throws IOException {
        await(nodes.stream().map(node -> sideBySide(node, FleetNode::close)).toList());
    }
}
