package io.nightmarket.domain.node;

import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.lock.LockTable.HeldLock;
import io.nightmarket.domain.node.RunningNodes.Presence;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** An operator asks which nodes run, and which of them writes the orders of which shard. */
public final class ListNodes {
    /** What the keys of the leases of writers begin with; the number of the shard follows. */
    public static final String WRITER = "shard:";

    private static final int MAX_LOCKS = 1_000;

    private final RunningNodes nodes;
    private final LockTable locks;

    public ListNodes(RunningNodes nodes, LockTable locks) {
        this.nodes = nodes;
        this.locks = locks;
    }

    /**
     * A node that runs.
     *
     * @param shards whose orders it writes
     */
    public record NodeWithShards(Presence presence, List<Integer> shards) {}

    /** By address. */
    public CompletionStage<List<NodeWithShards>> list() {
        return nodes.list()
                .thenCombine(
                        locks.read(MAX_LOCKS),
                        (running, held) -> running.stream()
                                .map(one -> new NodeWithShards(
                                        one, shards(one.node().id(), held)))
                                .toList());
    }

    /** A holder's name begins with the node's id. */
    private static List<Integer> shards(String node, List<HeldLock> held) {
        return held.stream()
                .filter(lock -> lock.key().matches(WRITER + "[0-9]{1,9}"))
                .filter(lock ->
                        lock.holders().stream().anyMatch(holder -> holder.name().startsWith(node)))
                .map(lock -> Integer.valueOf(lock.key().substring(WRITER.length())))
                .sorted()
                .toList();
    }
}
