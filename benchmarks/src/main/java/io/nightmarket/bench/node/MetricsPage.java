package io.nightmarket.bench.node;

import java.util.regex.Pattern;

/** What a node tells Prometheus. */
public record MetricsPage(String text) {
    /** How often a cache asked MySQL, whatever came of it. */
    public long loads(String cache) {
        String labels = "[^}]*cache=\"" + Pattern.quote(cache) + "\"[^}]*";
        return Pattern.compile("(?m)^nightmarket_cache_loads_seconds_count\\{" + labels + "} (\\S+)$")
                .matcher(text)
                .results()
                .mapToLong(line -> Math.round(Double.parseDouble(line.group(1))))
                .sum();
    }
}
