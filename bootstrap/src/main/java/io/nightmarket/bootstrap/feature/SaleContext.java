package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.sale.BuyerSignatures;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.PurchasePaths;
import io.nightmarket.domain.sale.admission.SoldOutMemory;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import io.nightmarket.domain.sale.operation.ReserveUnits;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.recovery.AwaitOpening;
import io.nightmarket.domain.sale.settlement.AwaitSettlement;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.StalledShards;
import io.nightmarket.domain.sale.waiting.OpenRoom;
import io.nightmarket.domain.sale.waiting.RoomTokens;
import io.nightmarket.domain.sale.waiting.SettleCounter;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What selling and settling share: shards, their queues and epochs, and the state of settlement. One per node. */
final class SaleContext {
    /** Events of the bus come at once; only a lost one waits for this. */
    private static final Duration OUTCOME_SWEEP = Duration.ofMillis(200);

    private static final Duration SOLD_OUT_PROBE = Duration.ofSeconds(1);
    private static final int MAX_PENDING_SETTLEMENTS = 20_000;

    final SaleDirectory directory;
    final OrderLedger ledger;
    final Epochs epochs;
    final PrepareSales preparation;
    final AwaitSettlement settlements;
    final StalledShards stalled;
    final OrderNumbers numbers;
    final RoomTokens roomTokens;
    final OpenRoom roomOpening;
    final PurchasePaths purchasePaths;
    /** Counts settled orders of the sales with a waiting room. */
    final SettleCounter settleCounter;

    final SoldOutMemory soldOut;

    private final AppConfig config;
    private final MySqlAdapters mysql;
    private final RedisAdapters redis;
    private final Timers timers;
    private final AwaitOpening opening;
    private volatile Set<Shard> shards = Set.of();

    SaleContext(Wiring wiring) {
        this.config = wiring.config();
        this.mysql = wiring.mysql();
        this.redis = wiring.redis();
        this.timers = wiring.timers();
        this.directory = new SaleDirectory(mysql.flashSales(), timers);
        this.ledger = mysql.orderLedger(config.payments().payWithin());
        this.epochs = new Epochs(
                shard -> wiring.mark().require().thenCompose(_ -> ledger.epoch(shard)), timers, epochLimit(wiring));
        this.preparation = new PrepareSales(
                mysql.flashSales(),
                queue(redis).sales(),
                epochs,
                directory,
                wiring.clock(),
                config.sale().keep());
        this.opening = new AwaitOpening(ledger, queue(redis).epochs(), timers);
        this.settlements = new AwaitSettlement(
                mysql.orders(),
                timers,
                new AwaitSettlement.Limits(config.sale().durableWait(), OUTCOME_SWEEP, MAX_PENDING_SETTLEMENTS));
        this.stalled = new StalledShards(timers);
        this.numbers = new OrderNumbers(wiring.keys().orderNumbers());
        this.settleCounter = new SettleCounter(directory);
        this.soldOut = new SoldOutMemory(queue(redis).buyers(), timers, wiring.clock(), SOLD_OUT_PROBE);
        this.roomTokens = new RoomTokens(new BuyerSignatures(wiring.keys().waitingRooms()));
        this.roomOpening = new OpenRoom(redis.waitingRooms(), mysql.roomRecords());
        this.purchasePaths =
                new PurchasePaths(directory, new BuyerSignatures(wiring.keys().purchasePaths()), wiring.clock());
    }

    /** A queue in MySQL is unavailable together with the epochs. In the Redis of another database no epoch counts. */
    private Supplier<Optional<Duration>> epochLimit(Wiring wiring) {
        Supplier<Optional<Duration>> limit = config.adapters().queue() == AppConfig.Adapters.Queue.REDIS
                ? new EpochLimit(config.sale().epochMaxAge(), redis::isReplicated, timers)
                : Optional::empty;
        return () -> wiring.mark().isForeign() ? Optional.of(Duration.ZERO) : limit.get();
    }

    /** The queue by these connections. */
    QueuePorts queue(RedisAdapters adapters) {
        return switch (config.adapters().queue()) {
            case REDIS -> adapters.queue();
            case MYSQL -> mysql.queue(config.sale().maxBacklog());
        };
    }

    /** Releases units by these connections. */
    ReleaseUnits releases(RedisAdapters adapters) {
        return new ReleaseUnits(mysql.pendingReleases(), queue(adapters).orders(), epochs, preparation);
    }

    /** Reserves units by these connections. */
    ReserveUnits reservations(RedisAdapters adapters) {
        return new ReserveUnits(queue(adapters).orders(), epochs, preparation);
    }

    /** Finds the shards, and prepares the sales of those whose queue is open; the writers open the others. */
    CompletionStage<Void> prepare() {
        return mysql.flashSales().shards().thenCompose(inUse -> {
            Set<Shard> all = new HashSet<>(inUse);
            all.addAll(Shard.first(config.sale().shards()));
            shards = Set.copyOf(all);
            return OneByOne.doAll(
                    List.copyOf(all),
                    shard -> opening.isOpen(shard)
                            .thenCompose(open ->
                                    open ? preparation.prepareRunning(shard) : CompletableFuture.completedStage(null)));
        });
    }

    /** Completes when all shards admit buyers, or with false after the timeout. */
    CompletionStage<Boolean> awaitOpen(Duration timeout) {
        return opening.await(shards, timeout);
    }

    /** Those in use and those of the configuration; empty until {@link #prepare}. */
    Set<Shard> shards() {
        return shards;
    }
}
