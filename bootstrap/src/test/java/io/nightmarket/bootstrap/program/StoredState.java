package io.nightmarket.bootstrap.program;

import static java.util.Objects.requireNonNull;

import io.nightmarket.testkit.Jdbc;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Response;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checksums of all that is stored, by table and by key of Redis, but for what changes by itself. */
final class StoredState implements AutoCloseable {
    /** Leases; counts of requests; the trail, which records refusals; id segments, for an order has its id before it is refused. */
    private static final List<String> TABLES_IN_MOTION = List.of(
            "audit_event", "id_segment", "lock_lease", "payment", "running_node", "sale_minute", "user_session");

    /** When a session was seen last is left out. */
    private static final String SESSIONS = """
            SELECT BIT_XOR(CRC32(CONCAT_WS('|', id, user_id, ends_at, ended_at, second_factor))) FROM user_session
            """;

    /** Whether a job examined a payment is left out. */
    private static final String PAYMENTS = """
            SELECT BIT_XOR(CRC32(CONCAT_WS('|', id, order_id, pay_type, amount, status, outcome, captured, refunded)))
            FROM payment
            """;

    /** Id segments, and sessions, which slide: that they are there is all that is compared. */
    private static final List<String> KEYS_IN_MOTION = List.of("nm:id:", "nm:session:");

    /** Leases, how far the comparison of order lists came, and counts of views: they come and go with the jobs of the node. */
    private static final List<String> KEYS_OF_JOBS = List.of("nm:lock:", "nm:orders:{lists}:compared", "nm:visit:");

    private static final String KEYS = """
            local found = {}
            for _, key in ipairs(redis.call('KEYS', '*')) do
              found[#found + 1] = key
              found[#found + 1] = redis.call('PTTL', key)
              found[#found + 1] = redis.sha1hex(redis.call('DUMP', key) or '')
            end
            return found
            """;

    /** The expiry of a key without one. */
    private static final long NEVER = Long.MAX_VALUE;

    private final Connection mysql;
    private final RedisPeek redis;
    private final List<String> tables;
    /** When each key expires, in epoch milliseconds, as it was seen last. */
    private final Map<String, Long> expiry = new HashMap<>();

    StoredState(String mysqlUri, String redisUri) throws SQLException {
        this.mysql = Jdbc.open(mysqlUri);
        this.redis = new RedisPeek(redisUri);
        this.tables = Jdbc.list(
                        mysql,
                        "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()",
                        row -> row.getString(1))
                .stream()
                .filter(table -> !TABLES_IN_MOTION.contains(table))
                .toList();
    }

    Map<String, String> read() throws SQLException {
        Map<String, String> state = new TreeMap<>();
        String all = tables.stream().map(table -> '`' + table + '`').collect(Collectors.joining(", "));
        Jdbc.list(mysql, "CHECKSUM TABLE " + all, row -> Map.entry(row.getString(1), row.getString(2)))
                .forEach(table -> state.put(table.getKey(), table.getValue()));
        state.put(
                "user_session",
                Jdbc.list(mysql, SESSIONS, row -> row.getString(1)).getFirst());
        state.put("payment", Jdbc.list(mysql, PAYMENTS, row -> row.getString(1)).getFirst());
        Response found = redis.ask(Command.EVAL, KEYS, "0");
        for (int i = 0; found != null && i < found.size(); i += 3) {
            String key = found.get(i).toString();
            boolean moves = KEYS_IN_MOTION.stream().anyMatch(key::startsWith);
            if (KEYS_OF_JOBS.stream().noneMatch(key::startsWith)) {
                state.put(key, moves ? "there" : found.get(i + 2).toString());
                long left = requireNonNull(found.get(i + 1).toLong());
                expiry.put(key, left < 0 ? NEVER : System.currentTimeMillis() + left);
            }
        }
        return state;
    }

    /** Tables and keys that are new or differ since an earlier reading, and keys that went before they were to expire. */
    Set<String> changedSince(Map<String, String> before) throws SQLException {
        Map<String, String> now = read();
        long time = System.currentTimeMillis();
        Set<String> changed = new TreeSet<>();
        now.forEach((name, sum) -> {
            if (!sum.equals(before.get(name))) {
                changed.add(name);
            }
        });
        before.keySet().stream()
                .filter(name -> !now.containsKey(name))
                .filter(name -> expiry.getOrDefault(name, NEVER) > time)
                .forEach(changed::add);
        return changed;
    }

    @Override
    public void close() throws SQLException {
        mysql.close();
    }
}
