package io.nightmarket.bootstrap.config;

import io.nightmarket.bootstrap.cache.CacheLimits;
import io.nightmarket.bootstrap.cache.CacheSettings;
import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.cache.BloomShape;
import io.nightmarket.domain.checkin.CheckIn;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.TrustedProxies;
import io.nightmarket.mysql.MySqlTls;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything that can be set. Without server addresses the node runs embedded: with servers of its own, demo data, and
 * login codes on the console.
 *
 * @param data the folder of the embedded servers and of the token key
 * @param auditKeep how long events of the audit trail are kept
 * @param buying how many purchase requests this node takes
 * @param reading how often one may look at shops on this node
 * @param logins how often one may log in
 * @param load bounds of connections, of the requests on them, and of how long these wait
 * @param https the node's certificate, without which it speaks HTTP in clear
 * @param people bounds of what users do with one another
 */
// Over 200 lines: the records of all settings, mostly their descriptions.
public record AppConfig(
        String host,
        int port,
        Path data,
        Optional<Servers> servers,
        Secrets secrets,
        Sms sms,
        ZoneId timeZone,
        int maxBodyBytes,
        TrustedProxies trustedProxies,
        WebPages pages,
        Pictures pictures,
        Sessions sessions,
        Duration auditKeep,
        HttpConfig.PurchaseRates buying,
        HttpConfig.ReadRates reading,
        HttpConfig.LoginRates logins,
        Load load,
        Optional<HttpConfig.Https> https,
        Redis redis,
        MySql mysql,
        CacheTable caches,
        Sale sale,
        Payments payments,
        People people,
        Adapters adapters,
        Cluster cluster,
        Metrics metrics) {
    /** Addresses of real servers. */
    public record Servers(String redis, String mysql) {
        @Override
        public String toString() {
            return "Servers[redis and mysql given]";
        }
    }

    /**
     * What the keys of a node are derived from.
     *
     * @param token in use; made and kept under {@code data} when empty in embedded mode
     * @param previous accepted, too, unless it is empty
     * @param numbers of order numbers; empty: the one in use
     */
    public record Secrets(String token, String previous, String numbers) {
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
     * What is served beside the API.
     *
     * @param docs whether the documentation is
     * @param site the folder of a static site
     * @param images the folder of pictures that goes before those of the site
     */
    public record WebPages(boolean docs, Optional<Path> site, Optional<Path> images) {}

    /**
     * What the node accepts at once.
     *
     * @param connections bounds of connections and of the requests on them
     * @param maxWait how long work may wait before requests are rejected; zero: none are
     */
    public record Load(HttpConfig.Connections connections, Duration maxWait) {}

    /**
     * Pictures that users upload.
     *
     * @param folder of their files; the nodes of a cluster share it
     * @param perDay how many a user uploads in a day at most
     */
    public record Pictures(Path folder, int perDay) {}

    /**
     * How long logins last, and how long a node trusts a token that it checked.
     *
     * @param staffSecondFactor whether merchants and administrators need a second factor
     * @param phones the numbers that users may have
     */
    public record Sessions(
            Duration idle,
            Duration absolute,
            Duration trust,
            int codesPerAddressPerHour,
            boolean staffSecondFactor,
            PhoneFormat phones) {
        public SessionPolicy policy() {
            return new SessionPolicy(idle, absolute, SessionPolicy.DEFAULT.slideInterval());
        }
    }

    /**
     * Bounds and TLS of its connections.
     *
     * @param ca a file of the certificates that are trusted, instead of those that the JVM trusts
     */
    public record Redis(Duration timeout, int maxInFlight, Optional<Path> ca) {}

    /** Times of requests, and of the settlement that no shopper waits for. */
    public record MySql(Duration timeout, int poolSize, Duration settleTimeout, MySqlTls tls) {}

    /**
     * The table of caches.
     *
     * @param limits of all of them
     * @param filter of ids that can't exist
     * @param table by name
     */
    public record CacheTable(CacheLimits limits, Filter filter, Map<String, CacheSettings> table) {
        /**
         * A filter of keys.
         *
         * @param keys the number expected
         * @param error so often it takes a key for one that may exist
         * @param rebuildAfter how long it is used before it is rebuilt
         */
        public record Filter(long keys, double error, Duration rebuildAfter) {
            /** Whether there can be such a filter. */
            boolean fits() {
                try {
                    return shape().bits() > 0;
                } catch (IllegalArgumentException e) {
                    return false;
                }
            }

            public BloomShape shape() {
                return new BloomShape(keys, error);
            }
        }

        public CacheTable {
            table = Map.copyOf(table);
        }

        public CacheSettings of(String name) {
            return Objects.requireNonNull(table.get(name), name);
        }
    }

    /**
     * Calls that take buyers to the queue: the most at a time, the most buyers of each, and the most who wait for one.
     */
    public record AdmissionLimits(int calls, int batch, int waiting) {}

    /**
     * The flow of orders.
     *
     * @param shards where new sales are made; the same on all nodes
     * @param maxBacklog entries in a shard's stream beyond which buyers are asked to come back
     * @param admission bounds of the calls that take buyers to the queue, of one node and sale
     * @param settleBatch orders that share a transaction at most
     * @param durableWait how long a buyer waits for the commit
     * @param keep how long after its end the queue holds a sale and its buyers
     * @param audit the pause between two iterations of the audit
     * @param epochMaxAge how long buyers are admitted in an epoch that MySQL can't confirm
     */
    public record Sale(
            int shards,
            int maxBacklog,
            AdmissionLimits admission,
            int settleBatch,
            Duration durableWait,
            Duration keep,
            Duration audit,
            EpochMaxAge epochMaxAge) {}

    /**
     * Payments of orders.
     *
     * @param sandbox whether a gateway with play money takes them; otherwise every payment is refused
     * @param payWithin how long an order may stay unpaid; zero: for ever
     */
    public record Payments(boolean sandbox, Duration payWithin) {
        public boolean ordersExpire() {
            return payWithin.isPositive();
        }

        /** How {@code payments.gateway} is written. */
        public enum Gateway {
            /** The sandbox with embedded servers, none with others. */
            AUTO,
            SANDBOX,
            OFF
        }
    }

    /**
     * Bounds of what users do with one another.
     *
     * @param maxFollowed how many a user may follow
     * @param pushedFollowers up to which an author's notes are put into inboxes
     * @param makeUps of check-ins
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
     * Who this node works with.
     *
     * @param name nodes under different names do not find each other
     * @param host the address that the others reach this node at
     * @param port the first one tried
     * @param members addresses where others may be, with or without a port
     * @param tls of the event bus
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
     * @param port 0: there is none
     */
    public record Metrics(String host, int port) {
        public boolean enabled() {
            return port > 0;
        }
    }

    public boolean embedded() {
        return servers.isEmpty();
    }

    /** Never shows secrets. */
    @Override
    public String toString() {
        return "AppConfig[" + host + ':' + port + ", " + (embedded() ? "embedded under " + data : "real servers") + ']';
    }
}
