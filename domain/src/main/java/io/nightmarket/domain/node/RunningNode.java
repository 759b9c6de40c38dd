package io.nightmarket.domain.node;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A node as the others see it.
 *
 * @param address where it is reached
 * @param clustered whether it joins the others
 * @param settings of which all nodes must have the same values
 */
public record RunningNode(String id, String address, String version, boolean clustered, Map<String, String> settings) {
    public RunningNode {
        settings = Map.copyOf(settings);
    }

    /** A setting of which two nodes have different values. */
    public record Difference(String setting, String own, String other) {}

    /** The first difference by name. A setting that only one of the two knows is none: it may be of another version. */
    public Optional<Difference> differenceFrom(RunningNode other) {
        return new TreeMap<>(settings)
                .entrySet().stream()
                        .filter(own -> !other.settings
                                .getOrDefault(own.getKey(), own.getValue())
                                .equals(own.getValue()))
                        .map(own -> new Difference(
                                own.getKey(), own.getValue(), String.valueOf(other.settings.get(own.getKey()))))
                        .findFirst();
    }

    /** The same node at another address. */
    public RunningNode at(String elsewhere) {
        return new RunningNode(id, elsewhere, version, clustered, settings);
    }
}
