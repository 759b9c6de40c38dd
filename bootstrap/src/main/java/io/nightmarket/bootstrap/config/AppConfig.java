package io.nightmarket.bootstrap.config;

import io.nightmarket.bootstrap.cache.CacheLimits;
import io.nightmarket.bootstrap.cache.CacheSettings;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.checkin.CheckIn;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.redis.RedisConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Everything that can be set. Without server addresses the node runs embedded: with servers of its own, demo data, and
 * login codes on the console.
 *
 * @param data the folder of the embedded servers and of the token key
 * @param servers addresses of real servers
 * @param auditKeep how long events of the audit trail are kept
 * @param redis at an address that embedded servers replace by theirs, as in {@code mysql}
 * @param people bounds of what users do with one another
 * @param settings all of them as they are in force, by their keys, without secrets
 */
// Over 200 lines: the records of settings that no adapter has, mostly their descriptions.
public record AppConfig(
        Path data,
        Optional<Servers> servers,
        Secrets secrets,
        Sms sms,
        HttpConfig http,
        Pictures pictures,
        Sessions sessions,
        Duration auditKeep,
        RedisConfig redis,
        MySqlConfig mysql,
        CacheTable caches,
        Sale sale,
        Payments payments,
        Events events,
        People people,
        Adapters adapters,
        Cluster cluster,
        Metrics metrics,
        Map<String, String> settings) {
    /**
     * Addresses of servers.
     *
     * @param redis may be empty where a command needs none
     */
    public record Servers(String redis, String mysql) {
        @Override
        public String toString() {
            return "Servers[redis and mysql given]";
        }
    }

    /**
     * What the keys of a node are derived from.
     *
     * @param token the secret in use; made and kept under {@code data} when empty in embedded mode
     * @param previous accepted, too, unless it is empty
     * @param numbers the secret of order numbers; empty: the one in use
     */
    public record Secrets(String token, String previous, String numbers) {
        /** Characters of a secret at least. */
        static final int MIN_LENGTH = 32;

        /** Whether each that is given is as long as it must be. */
        public boolean areLong() {
            return isLong(token) && isLong(previous) && isLong(numbers);
        }

        /** Whether a secret is as long as it must be, or not given. */
        static boolean isLong(String secret) {
            return secret.isEmpty() || secret.length() >= MIN_LENGTH;
        }

        @Override
        public String toString() {
            return "***";
        }
    }

    /**
     * The gateway that login codes go to.
     *
     * @param url {@link #CONSOLE}: they are shown on the node's console; empty: they go nowhere
     * @param secret sent as {@code Authorization: Bearer}, unless it is empty
     */
    public record Sms(String url, String secret) {
        public static final String CONSOLE = "console";

        @Override
        public String toString() {
            return "Sms[" + url + ']';
        }
    }

    /**
     * Pictures that users upload.
     *
     * @param folder the folder of their files; the nodes of a cluster share it
     * @param perDay how many a user uploads in a day at most
     */
    public record Pictures(Path folder, int perDay) {}

    /**
     * How long logins last.
     *
     * @param staffSecondFactor whether merchants and administrators need a second factor
     */
    public record Sessions(Duration idle, Duration absolute, boolean staffSecondFactor) {
        public SessionPolicy policy() {
            return new SessionPolicy(idle, absolute, SessionPolicy.DEFAULT.slideInterval());
        }
    }

    /**
     * The table of caches.
     *
     * @param limits the limits of all of them
     * @param table the settings of each cache, by its name
     */
    public record CacheTable(CacheLimits limits, Map<String, CacheSettings> table) {
        public CacheTable {
            table = Map.copyOf(table);
        }

        public CacheSettings of(String name) {
            return Objects.requireNonNull(table.get(name), name);
        }
    }

    /**
     * The flow of orders.
     *
     * @param shards where new sales are made; the same on all nodes
     * @param maxBacklog entries in a shard's stream beyond which buyers are asked to come back
     * @param admitCalls calls at a time that take buyers of one sale to the queue
     * @param admitBatch buyers of such a call at most
     * @param durableWait how long a buyer waits for the commit
     * @param keep how long after its end the queue holds a sale and its buyers
     * @param audit the pause between two iterations of the audit
     * @param epochMaxAge how long buyers are admitted in an epoch that MySQL can't confirm
     */
    public record Sale(
            int shards,
            int maxBacklog,
            int admitCalls,
            int admitBatch,
            Duration durableWait,
            Duration keep,
            Duration audit,
            EpochMaxAge epochMaxAge) {}

    /**
     * Payments of orders.
     *
     * @param gateway never {@link Gateway#AUTO}
     * @param payWithin how long an order may stay unpaid; zero: for ever
     * @param url where the calls of the operator's service begin; without a slash at its end
     * @param secret signs the calls of the service, and its notifications
     */
    public record Payments(Gateway gateway, Duration payWithin, String url, String secret) {
        /** How {@code payments.gateway} is written. */
        public enum Gateway {
            /** The sandbox with embedded servers, none with others. */
            AUTO,
            /** Takes play money. */
            SANDBOX,
            /** A service of the operator's. */
            HTTP,
            /** Every payment is refused. */
            OFF
        }

        public boolean areTaken() {
            return gateway != Gateway.OFF;
        }

        @Override
        public String toString() {
            return "Payments[" + gateway + ", " + url + ']';
        }
    }

    /**
     * Events for other systems.
     *
     * @param privateNetworks whether they may be sent to hosts that are not reached from the internet
     */
    public record Events(boolean privateNetworks) {}

    /**
     * Bounds of what users do with one another.
     *
     * @param maxFollowed how many a user may follow
     * @param pushedFollowers up to which an author's notes are put into inboxes
     * @param makeUps the limits of making up for missed check-ins
     * @param visitorsKeep how long the visitors of a day are kept
     */
    public record People(int maxFollowed, int pushedFollowers, CheckIn.Limits makeUps, Duration visitorsKeep) {}

    /** Which store stands behind a port. All nodes of a cluster must have the same. */
    public record Adapters(Lock lock, Ids ids, Queue queue, Cache cache) {
        /** Whether the second level of caches is one that the nodes share. */
        public boolean cachesAreShared() {
            return cache == Cache.REDIS;
        }

        public enum Lock {
            REDIS,
            /** A row with a lease. */
            MYSQL
        }

        public enum Ids {
            REDIS,
            MYSQL
        }

        /** Where buyers are admitted. */
        public enum Queue {
            REDIS,
            MYSQL
        }

        /** The second level of caches. */
        public enum Cache {
            REDIS,
            /** None: each node's memory is all there is. */
            LOCAL
        }
    }

    /**
     * The nodes that this node works with.
     *
     * @param name nodes under different names do not find each other
     * @param host the address that the others reach this node at
     * @param port the first one tried
     * @param members addresses where others may be, with or without a port
     * @param tls the encryption of the event bus
     */
    public record Cluster(
            boolean enabled, String name, String host, int port, List<String> members, Optional<Tls> tls) {
        /**
         * Encryption by which nodes know each other.
         *
         * @param keyStore a PKCS #12 file, the same on all nodes, whose certificates alone are trusted
         */
        public record Tls(Path keyStore, String password) {
            @Override
            public String toString() {
                return "Tls[" + keyStore + ']';
            }
        }

        public Cluster {
            members = List.copyOf(members);
        }
    }

    /**
     * The page that Prometheus reads.
     *
     * @param port 0: there is none; empty: the first free one of {@link #ports}, on the loopback interface alone
     */
    public record Metrics(String host, Optional<Integer> port) {
        private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "::1", "localhost");
        private static final int FIRST_PORT = 9464;
        private static final int PORTS = 20;

        public boolean enabled() {
            return port.map(given -> given > 0).orElseGet(() -> LOOPBACK.contains(host));
        }

        /** The ports that are tried when none is given. */
        public List<Integer> ports() {
            return IntStream.range(FIRST_PORT, FIRST_PORT + PORTS).boxed().toList();
        }
    }

    public boolean embedded() {
        return servers.isEmpty();
    }

    /** With the addresses of servers that run now; fails with {@link IllegalArgumentException} for no address. */
    public AppConfig at(Servers running) {
        return new AppConfig(
                data,
                servers,
                secrets,
                sms,
                http,
                pictures,
                sessions,
                auditKeep,
                redis.at(running.redis()),
                mysql.at(running.mysql()),
                caches,
                sale,
                payments,
                events,
                people,
                adapters,
                cluster,
                metrics,
                settings);
    }

    /** Never shows secrets. */
    @Override
    public String toString() {
        return "AppConfig[" + http.host() + ':' + http.port() + ", "
                + (embedded() ? "embedded under " + data : "real servers") + ']';
    }
}
