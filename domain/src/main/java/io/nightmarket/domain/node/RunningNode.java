package io.nightmarket.domain.node;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node as the others see it.
 *
 * @param address where it is reached
 * @param clustered whether it joins the others
 * @param settings the settings of which all nodes must have the same values; where a value has several parts,
 *     separated by blanks, the first is in use, and each is accepted of others
 */
public record RunningNode(String id, String address, String version, boolean clustered, Map<String, String> settings) {
    public RunningNode {
        settings = Map.copyOf(settings);
    }

    /** A setting of which two nodes have different values. */
    public record Difference(String setting, String own, String other) {}

    /** By name. A setting that only one of the two knows is none: it may be of another version. */
    public List<Difference> differencesFrom(RunningNode other) {
        return new TreeMap<>(settings)
                .entrySet().stream()
                        .map(own -> new Difference(
                                own.getKey(),
                                own.getValue(),
                                other.settings.getOrDefault(own.getKey(), own.getValue())))
                        .filter(found -> !fit(found.own(), found.other()))
                        .toList();
    }

    /** Whether the two may run together. */
    public boolean fits(RunningNode other) {
        return differencesFrom(other).isEmpty();
    }

    private static boolean fit(String own, String other) {
        List<String> ours = List.of(own.split(" "));
        List<String> theirs = List.of(other.split(" "));
        return theirs.contains(ours.getFirst()) || ours.contains(theirs.getFirst());
    }

    /** This node at another address. */
    public RunningNode at(String elsewhere) {
        return new RunningNode(id, elsewhere, version, clustered, settings);
    }
}
