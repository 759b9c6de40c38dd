package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.bus.EventBusLockEvents;
import io.nightmarket.bootstrap.cache.CacheRegistry;
import io.nightmarket.bootstrap.cache.Caches;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.metrics.Metrics;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.node.StoreMark;
import io.nightmarket.http.HttpAdapters;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.nightmarket.redis.RedisCaches;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** What all features of a node share: adapters, configuration, clock, timers, locks, ids and caches. */
// Over 200 lines: one accessor for each thing that features share.
public final class Wiring {
    private final Vertx vertx;
    private final AppConfig config;
    private final MySqlAdapters mysql;
    private final RedisAdapters redis;
    private final RedisAdapters admissions;
    private final Clock clock;
    private final Metrics metrics;
    private final SecureRandom random = new SecureRandom();
    private final MissedWrites missedWrites = new MissedWritesLog(System::nanoTime);
    private final String nodeName = UUID.randomUUID().toString();
    private final Timers timers;
    private final DerivedKeys keys;
    private final NodeIds ids;
    private final StoreMark mark;
    private final LeasedLock lock;
    private final CacheRegistry caches;
    private final HttpAdapters http;

    private Wiring(
            Vertx vertx,
            AppConfig config,
            MySqlAdapters mysql,
            RedisAdapters redis,
            RedisAdapters admissions,
            Consumer<Router> moreRoutes,
            Clock clock,
            Metrics metrics) {
        this.vertx = vertx;
        this.config = config;
        this.mysql = mysql;
        this.redis = redis;
        this.admissions = admissions;
        this.clock = clock;
        this.metrics = metrics;
        this.timers = new VertxTimers(vertx);
        this.keys = NodeSecret.of(config, random);
        this.ids = new NodeIds(config.adapters().ids(), mysql, clock);
        this.mark = new StoreMark(mysql.marks(), redis.marks(), random);
        this.lock = new LeasedLock(leases(), timers, random, nodeName);
        this.caches = new CacheRegistry(makeCaches(), config.caches()::of, mysql.cacheChanges(), missedWrites);
        this.http = new HttpAdapters(
                config.http(), keys.tokens(), mysql.auditTrail(), clock, random, metrics.requests(), moreRoutes);
        metrics.connections(http);
    }

    static CompletionStage<Wiring> connect(
            Vertx vertx, AppConfig config, Consumer<Router> moreRoutes, Clock clock, Metrics metrics) {
        MySqlAdapters mysql = MySqlAdapters.create(vertx, config.mysql(), new EventBusLockEvents(vertx.eventBus()));
        return RedisAdapters.connect(vertx, config.redis())
                .thenCombine(
                        RedisAdapters.connect(vertx, config.redis()),
                        (first, second) -> new Wiring(vertx, config, mysql, first, second, moreRoutes, clock, metrics));
    }

    private LeaseStore leases() {
        return switch (config.adapters().lock()) {
            case REDIS -> redis.leases();
            case MYSQL -> mysql.leases();
        };
    }

    /** What operators see of locks, by these connections. */
    public LockTable lockTable(RedisAdapters adapters) {
        return switch (config.adapters().lock()) {
            case REDIS -> adapters.lockTable();
            case MYSQL -> mysql.lockTable();
        };
    }

    private Caches makeCaches() {
        Optional<RedisCaches> store = switch (config.adapters().cache()) {
            case REDIS -> Optional.of(redis.caches(config.caches().limits().callTimeout(), timers));
            case LOCAL -> Optional.empty();
        };
        store.ifPresent(shared -> metrics.cacheBreaker(shared::breaker));
        Caches.Dependencies dependencies = new Caches.Dependencies(
                vertx.eventBus(),
                nodeName,
                missedWrites,
                timers,
                clock,
                () -> ThreadLocalRandom.current().nextLong());
        return new Caches(
                store.map(shared -> shared::open),
                () -> store.map(RedisCaches::breaker),
                config.caches().limits(),
                metrics::cache,
                dependencies);
    }

    /** Connections of their own, for one event loop. */
    public CompletionStage<RedisAdapters> connectRedis() {
        return RedisAdapters.connect(vertx, config.redis());
    }

    CompletionStage<Void> close() {
        return Stages.afterwards(Stages.afterwards(admissions.close(), redis::close), mysql::close);
    }

    /** Begins the names of this node's locks, and is its id among the nodes that run. */
    String nodeName() {
        return nodeName;
    }

    public Vertx vertx() {
        return vertx;
    }

    public AppConfig config() {
        return config;
    }

    public MySqlAdapters mysql() {
        return mysql;
    }

    /** Connections for whatever is done neither on the event loop of a request nor by {@link #admissions}. */
    public RedisAdapters redis() {
        return redis;
    }

    /** Connections for the admissions of all event loops alone: neither a full link nor a lost one of others is theirs. */
    public RedisAdapters admissions() {
        return admissions;
    }

    public Clock clock() {
        return clock;
    }

    public Timers timers() {
        return timers;
    }

    public SecureRandom random() {
        return random;
    }

    public MissedWrites missedWrites() {
        return missedWrites;
    }

    public Metrics metrics() {
        return metrics;
    }

    public DerivedKeys keys() {
        return keys;
    }

    public NodeIds ids() {
        return ids;
    }

    /** Whether Redis is the one of the database. */
    public StoreMark mark() {
        return mark;
    }

    public LeasedLock lock() {
        return lock;
    }

    /** Where features define their caches; also the invalidation of them all. */
    public CacheRegistry caches() {
        return caches;
    }

    public HttpAdapters http() {
        return http;
    }
}
