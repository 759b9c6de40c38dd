package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.bus.EventBusLockEvents;
import io.nightmarket.bootstrap.bus.EventBusOrderEvents;
import io.nightmarket.bootstrap.bus.EventBusSessionEvents;
import io.nightmarket.bootstrap.cache.Caches;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.AppConfig.Servers;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.metrics.Metrics;
import io.nightmarket.bootstrap.verticle.CacheRebuildVerticle;
import io.nightmarket.bootstrap.verticle.OrderConsumerVerticle;
import io.nightmarket.bootstrap.verticle.RoundsVerticle;
import io.nightmarket.bootstrap.verticle.SaleAudit;
import io.nightmarket.bootstrap.verticle.SettlementProgress;
import io.nightmarket.domain.account.CheckSession;
import io.nightmarket.domain.account.CodeDigests;
import io.nightmarket.domain.account.LogIn;
import io.nightmarket.domain.account.LogOut;
import io.nightmarket.domain.account.RequestLoginCode;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.domain.account.SmsSender;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.MissedWrites;
import io.nightmarket.domain.flashsale.AdmitBuyers;
import io.nightmarket.domain.flashsale.AuditSales;
import io.nightmarket.domain.flashsale.CreateFlashSale;
import io.nightmarket.domain.flashsale.FindPlacement;
import io.nightmarket.domain.flashsale.KeepSales;
import io.nightmarket.domain.flashsale.ListShards;
import io.nightmarket.domain.flashsale.PlaceFlashOrder;
import io.nightmarket.domain.flashsale.PrepareSales;
import io.nightmarket.domain.flashsale.ReopenShard;
import io.nightmarket.domain.flashsale.RestockSale;
import io.nightmarket.domain.flashsale.SaleDirectory;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.SoldOutSales;
import io.nightmarket.domain.flashsale.TurnSale;
import io.nightmarket.domain.id.FlooredClock;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.id.LeaseTomorrow;
import io.nightmarket.domain.id.SegmentIdGenerator;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.ForceUnlock;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.order.AwaitSettlement;
import io.nightmarket.domain.order.Epochs;
import io.nightmarket.domain.order.FindIdFloor;
import io.nightmarket.domain.order.FindOrder;
import io.nightmarket.domain.order.OrderEvents;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.ReturnStock;
import io.nightmarket.domain.order.SettleOrders;
import io.nightmarket.domain.order.StalledShards;
import io.nightmarket.domain.order.TendDeadLetters;
import io.nightmarket.domain.order.WriteShard;
import io.nightmarket.domain.shop.CreateShop;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.UpdateShop;
import io.nightmarket.http.HttpAdapters;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.HttpUseCases;
import io.nightmarket.http.HttpVerticle;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.redis.RedisAdapters;
import io.nightmarket.redis.RedisConfig;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The parts list: which adapter stands behind which port, and which use case gets which ports. Everything is made here,
 * by hand, and nowhere else.
 */
public final class Wiring {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration SETTLE_WAIT = Duration.ofSeconds(1);
    private static final Duration SOLD_OUT_PROBE = Duration.ofSeconds(1);
    private static final Duration KEEPER_PAUSE = Duration.ofSeconds(2);
    private static final Duration ID_KEEPER_PAUSE = Duration.ofMinutes(1);

    /** Beyond what word of the bus needs; only its loss makes it count. */
    private static final Duration VERDICT_SWEEP = Duration.ofMillis(200);

    private static final int MOST_VERDICTS = 20_000;
    private static final Duration OPENING_PAUSE = Duration.ofMillis(50);
    private static final Duration DRAIN = Duration.ofSeconds(5);
    private static final Duration PROBE_DEADLINE = Duration.ofSeconds(2);
    private static final Duration WRITER_LEASE = Duration.ofSeconds(3);

    /** Of a settlement that has to judge each order, each with the settle time-out. */
    private static final int STATEMENTS_IN_A_ROW = 4;

    private static final int ID_SEGMENT = 10_000;
    private static final int ID_STRIDE = 1_000_000;

    private final Vertx vertx;
    private final AppConfig config;
    private final Servers servers;
    private final RedisConfig redisConfig;
    private final MySqlAdapters mysql;
    private final RedisAdapters redis;
    private final SaleDirectory saleDirectory;
    private final Epochs epochs;
    private final PrepareSales preparation;
    private final SoldOutSales soldOutSales;
    private final AwaitSettlement awaitSettlement;
    private final StalledShards stalledShards;
    private final SmsSender sms;
    private final byte[] tokenKey;
    private final OrderNumbers orderNumbers;
    private final HttpAdapters http;
    private final CacheWiring caches;
    private final Metrics metrics;
    private final List<HttpVerticle> httpVerticles = new CopyOnWriteArrayList<>();
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Timers timers;
    private final LeasedLock lock;
    private final MissedWrites missedWrites = new MissedWritesLog(System::nanoTime);
    private final String nodeName = UUID.randomUUID().toString();
    private volatile Clock idClock;
    private volatile Set<Shard> shards = Set.of();

    private Wiring(
            Vertx vertx,
            AppConfig config,
            Servers servers,
            MySqlAdapters mysql,
            RedisAdapters redis,
            SmsSender sms,
            Consumer<Router> moreRoutes,
            Clock clock,
            Metrics metrics) {
        this.vertx = vertx;
        this.clock = clock;
        this.idClock = clock;
        this.metrics = metrics;
        this.timers = new VertxTimers(vertx);
        this.config = config;
        this.servers = servers;
        this.redisConfig = redisConfig(config, servers);
        this.mysql = mysql;
        this.redis = redis;
        this.saleDirectory = new SaleDirectory(mysql.flashSales());
        this.epochs = new Epochs(mysql.orders(), timers, epochLimit());
        this.preparation = new PrepareSales(
                mysql.flashSales(),
                orderQueue(redis),
                epochs,
                saleDirectory,
                clock,
                config.sale().keep());
        this.soldOutSales = new SoldOutSales(orderQueue(redis), timers, clock, SOLD_OUT_PROBE);
        this.awaitSettlement = new AwaitSettlement(
                mysql.orders(),
                timers,
                new AwaitSettlement.Limits(config.sale().durableWait(), VERDICT_SWEEP, MOST_VERDICTS));
        this.stalledShards = new StalledShards(timers);
        this.sms = sms;
        this.tokenKey = TokenKey.of(config, random);
        this.lock = new LeasedLock(leases(), timers, random, nodeName);
        this.orderNumbers = new OrderNumbers(tokenKey);
        this.caches = new CacheWiring(
                config,
                mysql,
                redis,
                metrics,
                new Caches.Tools(
                        vertx.eventBus(),
                        nodeName,
                        lock,
                        missedWrites,
                        timers,
                        clock,
                        () -> ThreadLocalRandom.current().nextLong()));
        this.http = new HttpAdapters(httpConfig(), tokenKey, clock, moreRoutes);
    }

    static CompletionStage<Wiring> connect(
            Vertx vertx,
            AppConfig config,
            Servers servers,
            SmsSender sms,
            Consumer<Router> moreRoutes,
            Clock clock,
            Metrics metrics) {
        MySqlAdapters mysql =
                MySqlAdapters.create(vertx, mySqlConfig(config, servers), new EventBusLockEvents(vertx.eventBus()));
        return RedisAdapters.connect(vertx, redisConfig(config, servers))
                .thenApply(redis -> new Wiring(vertx, config, servers, mysql, redis, sms, moreRoutes, clock, metrics));
    }

    static MySqlConfig mySqlConfig(AppConfig config, Servers servers) {
        return new MySqlConfig(
                servers.mysql(),
                config.mysql().poolSize(),
                config.mysql().timeout(),
                CONNECT_TIMEOUT,
                config.mysql().settleTimeout());
    }

    private static RedisConfig redisConfig(AppConfig config, Servers servers) {
        return valid(() -> new RedisConfig(
                servers.redis(),
                config.redis().timeout(),
                config.redis().maxInFlight(),
                config.sale().maxBacklog(),
                config.sessions().codesPerAddressPerHour()));
    }

    /** What an adapter refuses of its settings is the operator's to read. */
    private static <T> T valid(Supplier<T> settings) {
        try {
            return settings.get();
        } catch (IllegalArgumentException e) {
            throw new ConfigException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Finds the shards, and prepares the sales of those whose queue is open; the writers open the others. */
    CompletionStage<Void> prepareSales() {
        return mysql.flashSales().shards().thenCompose(inUse -> {
            Set<Shard> all = new HashSet<>(inUse);
            all.addAll(Shard.first(config.sale().shards()));
            shards = Set.copyOf(all);
            CompletionStage<Void> prepared = CompletableFuture.completedStage(null);
            for (Shard shard : shards) {
                prepared = prepared.thenCompose(_ -> isOpen(shard))
                        .thenCompose(open ->
                                open ? preparation.prepareRunning(shard) : CompletableFuture.completedStage(null));
            }
            return prepared;
        });
    }

    private CompletionStage<Boolean> isOpen(Shard shard) {
        return mysql.orders().epoch(shard).thenCompose(orderQueue(redis)::isOpen);
    }

    /** Completes when buyers are let in on all shards, or with false when that takes too long. */
    CompletionStage<Boolean> awaitOpen(Duration patience) {
        return awaitOpen(timers.nanoTime() + patience.toNanos());
    }

    private CompletionStage<Boolean> awaitOpen(long until) {
        CompletionStage<Boolean> all = CompletableFuture.completedStage(true);
        for (Shard shard : shards) {
            all = all.thenCompose(
                    open -> open ? isOpen(shard).exceptionally(_ -> false) : CompletableFuture.completedStage(false));
        }
        return all.thenCompose(open -> open || timers.nanoTime() - until > 0
                ? CompletableFuture.completedStage(open)
                : timers.pause(OPENING_PAUSE).thenCompose(_ -> awaitOpen(until)));
    }

    /** From here on new ids stand above those of the orders in the books, other software's included. */
    CompletionStage<Void> raiseIds() {
        return new FindIdFloor(mysql.orders(), clock)
                .find()
                .thenAccept(floor -> idClock = new FlooredClock(clock, floor));
    }

    /** One of the HTTP verticles, with a Redis connection of its own. */
    HttpVerticle httpVerticle() {
        AtomicReference<RedisAdapters> own = new AtomicReference<>();
        HttpVerticle verticle = http.verticle(
                _ -> RedisAdapters.connect(vertx, redisConfig).thenApply(made -> {
                    own.set(made);
                    return useCases(made);
                }),
                () -> own.get() == null
                        ? CompletableFuture.completedStage(null)
                        : own.get().close());
        httpVerticles.add(verticle);
        return verticle;
    }

    /** The port that HTTP listens on, once it was deployed. */
    int port() {
        return httpVerticles.getFirst().port();
    }

    public OrderQueue orderQueue() {
        return orderQueue(redis);
    }

    LeaseStore clusterLeases() {
        return redis.leases();
    }

    public SessionStore sessionStore() {
        return redis.sessionStore(sessionPolicy());
    }

    public CreateFlashSale createFlashSale() {
        return useCases(redis).createFlashSale();
    }

    public PlaceFlashOrder placeFlashOrder() {
        return useCases(redis).placeFlashOrder();
    }

    public DistributedLock lock() {
        return lock;
    }

    /** The database behind the adapters. */
    public MySqlConfig database() {
        return mySqlConfig(config, servers);
    }

    /** One for each shard: of the nodes of a cluster, one writes it. */
    List<OrderConsumerVerticle> orderConsumerVerticles() {
        return shards.stream().map(this::orderConsumerVerticle).toList();
    }

    private Shard anyShard() {
        return new Shard(1 + random.nextInt(config.sale().shards()));
    }

    private OrderConsumerVerticle orderConsumerVerticle(Shard shard) {
        OrderEvents events = new EventBusOrderEvents(vertx.eventBus());
        SettleOrders settle = new SettleOrders(
                orderQueue(redis),
                mysql.orderBooks(),
                events,
                shard,
                new SettleOrders.Limits(config.sale().settleBatch(), SETTLE_WAIT));
        WriteShard.Lease lease = new WriteShard.Lease(
                "shard:" + shard.number(),
                WRITER_LEASE,
                config.mysql().settleTimeout().multipliedBy(STATEMENTS_IN_A_ROW));
        ReopenShard opening = new ReopenShard(
                orderQueue(redis),
                mysql.orders(),
                mysql.flashSales(),
                preparation,
                config.sale().keep());
        return new OrderConsumerVerticle(
                new WriteShard(settle, opening, lock, lease, timers),
                random,
                new SettlementProgress(shard, metrics.sales(), events, clock));
    }

    private AdmitBuyers.Limits admissionLimits() {
        AppConfig.Admission admission = config.sale().admission();
        return new AdmitBuyers.Limits(admission.calls(), admission.batch(), admission.waiting());
    }

    private RestockSale restockSale(RedisAdapters adapters, IdGenerator ids) {
        return new RestockSale(mysql.stockAdjustments(), orderQueue(adapters), epochs, preparation, ids);
    }

    /** Of the nodes of a cluster, one keeps sales. */
    RoundsVerticle saleKeeper() {
        IdGenerator ids = new SegmentIdGenerator(idSegments(redis), idClock, ID_SEGMENT);
        KeepSales keeping = new KeepSales(
                mysql.flashSales(),
                mysql.stockAdjustments(),
                orderQueue(redis),
                restockSale(redis, ids),
                new ReturnStock(mysql.stockReturns(), orderQueue(redis)),
                config.sale().keep());
        return new RoundsVerticle("sale-keeper", keeping::round, lock, KEEPER_PAUSE);
    }

    /** Of the nodes of a cluster, one leases tomorrow's stride. */
    RoundsVerticle idKeeper() {
        return new RoundsVerticle(
                "id-keeper", new LeaseTomorrow(idSegments(redis), idClock)::round, lock, ID_KEEPER_PAUSE);
    }

    /** Of the nodes of a cluster, one audits. */
    RoundsVerticle saleAudit() {
        AuditSales auditing = new AuditSales(
                mysql.flashSales(),
                mysql.orders(),
                orderQueue(redis),
                clock,
                config.sale().keep());
        return new RoundsVerticle(
                "sale-audit",
                new SaleAudit(auditing, metrics.sales()),
                lock,
                config.sale().audit());
    }

    /** From here on this node hears what the books make of orders, and which sessions are ended. */
    void listen() {
        EventBusSessionEvents.pass(vertx.eventBus(), http::sessionEnded);
        EventBusLockEvents.pass(vertx.eventBus(), new LockHints(mysql, lock));
        EventBusOrderEvents.pass(vertx.eventBus(), settlement -> {
            awaitSettlement.settled(settlement);
            settlement.settled().forEach(soldOutSales::bought);
        });
        EventBusOrderEvents.passStalls(vertx.eventBus(), stalledShards::stalled);
    }

    CacheRebuildVerticle cacheRebuildVerticle() {
        return caches.rebuildVerticle();
    }

    List<RoundsVerticle> cacheKeepers() {
        return caches.keepers();
    }

    CompletionStage<Void> close() {
        return redis.close().thenCompose(_ -> mysql.close());
    }

    private SessionPolicy sessionPolicy() {
        return new SessionPolicy(
                config.sessions().idle(), config.sessions().absolute(), SessionPolicy.DEFAULT.slideInterval());
    }

    private HttpConfig httpConfig() {
        return new HttpConfig(
                config.host(),
                config.port(),
                config.timeZone(),
                config.sessions().trust(),
                config.maxBodyBytes(),
                DRAIN,
                PROBE_DEADLINE,
                new HttpConfig.Pages(
                        config.pages().docs(),
                        config.pages().site(),
                        config.pages().images()),
                config.trustedProxies(),
                config.buying(),
                config.reading(),
                new HttpConfig.MaxAges(
                        config.caches().of(CacheNames.SHOP).maxAge(),
                        config.caches().of(CacheNames.SHOP_TYPES).maxAge(),
                        config.caches().of(CacheNames.VOUCHERS).maxAge()));
    }

    /** The use cases of one HTTP verticle, on a Redis connection of their own. */
    private HttpUseCases useCases(RedisAdapters own) {
        SessionPolicy policy = sessionPolicy();
        SessionStore store = own.sessionStore(policy);
        SessionLedger ledger = mysql.sessionLedger(policy);
        CodeDigests digests = new CodeDigests(tokenKey);
        ShopRepository shops = mysql.shops();
        ShopOwnership ownership = new ShopOwnership(shops);
        IdGenerator ids = new SegmentIdGenerator(idSegments(own), idClock, ID_SEGMENT);
        return new HttpUseCases(
                new RequestLoginCode(own.loginCodes(), digests, sms, random),
                new LogIn(own.loginCodes(), digests, mysql.users(), ledger, store, policy, clock, random),
                new LogOut(store, ledger, new EventBusSessionEvents(vertx.eventBus()), clock),
                new CheckSession(store, ledger, policy, clock, missedWrites),
                mysql.users(),
                caches.findUserCard(),
                caches.findShop(),
                caches.listShops(),
                new CreateShop(shops, caches.invalidation()),
                new UpdateShop(shops, ownership, caches.invalidation()),
                new CreateFlashSale(
                        mysql.flashSales(), ownership, caches.invalidation(), preparation, this::anyShard, clock),
                caches.listVouchers(),
                new PlaceFlashOrder(
                        saleDirectory,
                        ids,
                        new AdmitBuyers(orderQueue(own), epochs, timers, random, admissionLimits()),
                        preparation,
                        soldOutSales,
                        awaitSettlement),
                new FindPlacement(saleDirectory, epochs, orderQueue(own), mysql.orders()),
                new FindOrder(shards, epochs, orderQueue(own), mysql.orders()),
                orderNumbers,
                new HttpUseCases.Operations(
                        lockTable(own),
                        new ForceUnlock(lockTable(own), new EventBusLockEvents(vertx.eventBus())),
                        new TurnSale(mysql.flashSales(), preparation, orderQueue(own)),
                        restockSale(own, ids),
                        new ListShards(shards, mysql.orders(), orderQueue(own), stalledShards),
                        new TendDeadLetters(shards, mysql.deadLetters(), orderQueue(own), epochs, preparation::restore),
                        caches.manageCaches()),
                new HttpUseCases.Readiness(Map.of("redis", own::ping, "mysql", mysql::ping), stalledShards));
    }

    /** The strides are runs of the granting store too, so either way may be taken after the other. */
    private IdSegments idSegments(RedisAdapters own) {
        return switch (config.adapters().ids()) {
            case REDIS -> own.idSegments(mysql.idSegments(), ID_STRIDE);
            case MYSQL -> mysql.idSegments();
        };
    }

    /** A queue in MySQL is away together with the epochs. */
    private Supplier<Optional<Duration>> epochLimit() {
        return switch (config.adapters().queue()) {
            case REDIS -> new EpochLimit(config.sale().epochMaxAge(), redis::isReplicated, timers);
            case MYSQL -> Optional::empty;
        };
    }

    private OrderQueue orderQueue(RedisAdapters own) {
        return switch (config.adapters().queue()) {
            case REDIS -> own.orderQueue();
            case MYSQL -> mysql.orderQueue(config.sale().maxBacklog());
        };
    }

    private LeaseStore leases() {
        return switch (config.adapters().lock()) {
            case REDIS -> redis.leases();
            case MYSQL -> mysql.leases();
            case MYSQL_CONNECTION -> mysql.connectionLeases();
        };
    }

    private LockTable lockTable(RedisAdapters own) {
        return switch (config.adapters().lock()) {
            case REDIS -> own.lockTable();
            case MYSQL, MYSQL_CONNECTION -> mysql.lockTable();
        };
    }
}
