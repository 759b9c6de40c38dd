package io.nightmarket.bootstrap.config;

import java.io.StringReader;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads YAML as settings: {@code cache: {shop: {soft-ttl: 30m}}} is {@code cache.shop.soft-ttl}. A value is the text that stands
 * there, as in a variable of the environment: YAML makes other numbers of some digits. What YAML would drop, replace or make from
 * something else is refused.
 */
final class FlatYaml {
    /** What a value may look like to YAML; by {@code !!} other kinds can be asked for. */
    private static final Set<Tag> VALUES = Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.TIMESTAMP);

    private final Set<String> lists;
    private final Map<String, String> values = new LinkedHashMap<>();

    /** The keys of values and blocks. */
    private final Set<String> keys = new HashSet<>();

    private FlatYaml(Set<String> lists) {
        this.lists = lists;
    }

    /**
     * In the order of the text.
     *
     * @param lists the keys whose value may be a list, which is joined by commas
     * @throws IllegalArgumentException with what is wrong, and in which line
     */
    static Map<String, String> parse(String text, Set<String> lists) {
        FlatYaml read = new FlatYaml(lists);
        Node root = composed(text);
        if (root instanceof MappingNode mapping) {
            read.flatten("", mapping);
        } else if (root != null && !Tag.NULL.equals(root.getTag())) {
            throw refusal(root, "has no settings, which are written as key: value");
        }
        return read.values;
    }

    private static Node composed(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(0);
        try {
            return new Yaml(new SafeConstructor(options)).compose(new StringReader(text));
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine();
            throw new IllegalArgumentException(
                    "is no YAML in line " + (line + 1) + ": " + withoutValue(e.getProblem()), e);
        } catch (YAMLException e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new IllegalArgumentException("is no YAML that can be used: " + reason, e);
        }
    }

    /** What begins with a star or an exclamation mark may be a secret. */
    private static String withoutValue(String problem) {
        return problem.replaceFirst("(undefined (?:alias|tag handle)).*", "$1");
    }

    private void flatten(String prefix, MappingNode mapping) {
        for (NodeTuple member : mapping.getValue()) {
            if (!(member.getKeyNode() instanceof ScalarNode name) || Tag.MERGE.equals(name.getTag())) {
                throw refusal(member.getKeyNode(), "has a key that is no name of a setting");
            }
            String key = prefix + name.getValue();
            if (!keys.add(key)) {
                throw refusal(name, "has '" + key + "' again: once it would count, and once not");
            }
            flatten(key, member.getValueNode());
        }
    }

    private void flatten(String key, Node node) {
        switch (node) {
            case MappingNode block -> flatten(key + '.', block);
            case SequenceNode list
            when lists.contains(key) ->
                values.put(key, list.getValue().stream().map(FlatYaml::value).collect(Collectors.joining(",")));
            case ScalarNode none when Tag.NULL.equals(none.getTag()) && none.getAnchor() == null -> {}
            default -> values.put(key, value(node));
        }
    }

    private static String value(Node node) {
        if (!(node instanceof ScalarNode scalar) || !VALUES.contains(scalar.getTag())) {
            throw refusal(node, "has a value that is no text or number; quote it if it is one");
        }
        return scalar.getValue();
    }

    private static IllegalArgumentException refusal(Node node, String why) {
        return new IllegalArgumentException(
                "can't be used: line " + (node.getStartMark().getLine() + 1) + ' ' + why);
    }
}
