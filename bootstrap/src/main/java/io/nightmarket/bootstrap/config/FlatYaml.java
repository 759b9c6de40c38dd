package io.nightmarket.bootstrap.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads YAML as settings: {@code cache: {shop: {soft-ttl: 30m}}} is {@code cache.shop.soft-ttl}; a list is joined by commas.
 */
final class FlatYaml {
    private FlatYaml() {}

    /** In the order of the text. */
    static Map<String, String> parse(String text) throws IOException {
        Map<String, String> flat = new LinkedHashMap<>();
        flatten("", new YAMLMapper().readTree(text), flat);
        return flat;
    }

    private static void flatten(String prefix, JsonNode node, Map<String, String> flat) {
        if (node.isObject()) {
            node.properties()
                    .forEach(member -> flatten(
                            prefix.isEmpty() ? member.getKey() : prefix + '.' + member.getKey(),
                            member.getValue(),
                            flat));
        } else if (node.isArray()) {
            flat.put(prefix, node.valueStream().map(JsonNode::asText).collect(Collectors.joining(",")));
        } else if (!prefix.isEmpty() && !node.isNull()) {
            flat.put(prefix, node.asText());
        }
    }
}
