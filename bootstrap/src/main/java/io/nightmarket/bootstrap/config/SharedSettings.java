package io.nightmarket.bootstrap.config;

import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNode.Difference;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The settings of which all nodes on a database must have the same values. */
public final class SharedSettings {
    /** The one that says where the queue is. */
    public static final String QUEUE = "adapters.queue";

    public static final String SECRET = "token.secret";
    public static final String NUMBER_SECRET = "orders.number-secret";
    static final String PREVIOUS_SECRET = "token.previous-secret";

    /** Said by a start that is refused, by a node that runs, and by {@code doctor}. */
    public static final String FOREIGN_REDIS =
            "'redis' names a server that belongs to another database than 'mysql': its key nm:installation is another than that"
                    + " in the table installation (delete the key where this Redis is to serve this database)";

    private SharedSettings() {}

    /**
     * By key, as they are written.
     *
     * @param digests in place of secrets
     */
    public static Map<String, String> of(AppConfig config, Map<String, String> digests) {
        AppConfig.Adapters adapters = config.adapters();
        Map<String, String> shared = new TreeMap<>(digests);
        shared.put("adapters.lock", Settings.written(adapters.lock()));
        shared.put("adapters.ids", Settings.written(adapters.ids()));
        shared.put(QUEUE, Settings.written(adapters.queue()));
        shared.put("adapters.cache", Settings.written(adapters.cache()));
        shared.put("sale.shards", Integer.toString(config.sale().shards()));
        shared.put("payments.gateway", Settings.written(config.payments().gateway()));
        shared.put("payments.pay-within", config.payments().payWithin().toMillis() + "ms");
        shared.put("time-zone", config.http().timeZone().getId());
        if (config.cluster().enabled()) {
            shared.put("cluster.name", config.cluster().name());
        }
        return shared;
    }

    /** How another node differs from this one, for an operator. */
    public static String differences(RunningNode own, RunningNode other) {
        return own.differencesFrom(other).stream()
                .map(SharedSettings::sentence)
                .collect(Collectors.joining("; ", "the node at " + other.address() + " on this database has ", ""));
    }

    private static String sentence(Difference found) {
        return switch (found.setting()) {
            case SECRET -> "another '" + SECRET + "', and neither is the other's '" + PREVIOUS_SECRET + "'";
            case NUMBER_SECRET -> "another '" + NUMBER_SECRET + "', which is '" + SECRET + "' where it is empty";
            default -> "'" + found.setting() + "' " + found.other() + ", and this one " + found.own();
        };
    }
}
