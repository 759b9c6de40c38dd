package io.nightmarket.bench.lock;

import java.util.List;

/**
 * A lock in the contest.
 *
 * @param nodes between which it excludes; they take turns
 */
record Contestant(String name, List<? extends LockNode> nodes) {
    Contestant {
        nodes = List.copyOf(nodes);
    }

    LockNode node(int number) {
        return nodes.get(number % nodes.size());
    }
}
