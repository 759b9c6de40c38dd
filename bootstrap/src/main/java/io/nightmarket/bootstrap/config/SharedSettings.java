package io.nightmarket.bootstrap.config;

import java.util.Map;
import java.util.TreeMap;

/** The settings of which all nodes on a database must have the same values, secrets aside. */
public final class SharedSettings {
    /** The one that says where the queue is. */
    public static final String QUEUE = "adapters.queue";

    private SharedSettings() {}

    /** By key, as they are written. */
    public static Map<String, String> of(AppConfig config) {
        AppConfig.Adapters adapters = config.adapters();
        Map<String, String> shared = new TreeMap<>(Map.of(
                "adapters.lock",
                Settings.written(adapters.lock()),
                "adapters.ids",
                Settings.written(adapters.ids()),
                QUEUE,
                Settings.written(adapters.queue()),
                "adapters.cache",
                Settings.written(adapters.cache()),
                "sale.shards",
                Integer.toString(config.sale().shards())));
        if (config.cluster().enabled()) {
            shared.put("cluster.name", config.cluster().name());
        }
        return shared;
    }
}
