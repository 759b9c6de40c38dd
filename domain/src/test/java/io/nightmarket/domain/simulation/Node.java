package io.nightmarket.domain.simulation;

import static io.nightmarket.domain.memory.InMemoryOrderLife.UNHEARD;

import io.nightmarket.domain.base.BatchMeter;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.id.SegmentIdGenerator;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LeaderLease;
import io.nightmarket.domain.lock.LeaderLease.Leadership;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.order.lifecycle.CancelOrder;
import io.nightmarket.domain.order.lifecycle.ExpireOrders;
import io.nightmarket.domain.order.payment.DecideLatePayments;
import io.nightmarket.domain.order.payment.FinishPayments;
import io.nightmarket.domain.order.payment.PayOrder;
import io.nightmarket.domain.order.payment.PaymentGateway;
import io.nightmarket.domain.order.payment.RecordOutcome;
import io.nightmarket.domain.order.payment.RefundOrder;
import io.nightmarket.domain.sale.BuyerSignatures;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.AdmitBuyers;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder;
import io.nightmarket.domain.sale.admission.PurchasePaths;
import io.nightmarket.domain.sale.admission.SaleRequests;
import io.nightmarket.domain.sale.admission.SoldOutMemory;
import io.nightmarket.domain.sale.operation.AuditReport;
import io.nightmarket.domain.sale.operation.AuditSales;
import io.nightmarket.domain.sale.operation.ChangeSale;
import io.nightmarket.domain.sale.operation.MaintainSales;
import io.nightmarket.domain.sale.operation.ManageDeadLetters;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import io.nightmarket.domain.sale.operation.ReserveUnits;
import io.nightmarket.domain.sale.operation.RestockSale;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.recovery.RecoverShard;
import io.nightmarket.domain.sale.recovery.ShardWriter;
import io.nightmarket.domain.sale.settlement.AwaitSettlement;
import io.nightmarket.domain.sale.settlement.FindOrder;
import io.nightmarket.domain.sale.settlement.SettleMeter;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.sale.settlement.SettlementEvents;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A node of the cluster, wired as the real one is, from one start to the next. */
final class Node {
    /** So long after its end the queue knows a sale. */
    static final Duration KEPT = Duration.ofSeconds(5);

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration KEEPER_PAUSE = Duration.ofSeconds(2);
    private static final Duration LIFE_PAUSE = Duration.ofSeconds(1);
    private static final Duration AUDIT_PAUSE = Duration.ofSeconds(5);
    private static final LockOptions AUDIT_LEASE = LockOptions.watched(LEASE, Duration.ofHours(1));

    /** So long a node uses an epoch that the database has not confirmed, where replicas are. */
    static final Duration EPOCH_MAX_AGE = Duration.ofSeconds(2);

    private static final Duration PENDING_FOR = Duration.ofSeconds(1);

    private static final int FIRST_PAUSE_MILLIS = 50;
    private static final int LONGEST_PAUSE_MILLIS = 2_000;
    private static final int IDS = 5;

    private final String name;
    private final Cluster cluster;
    private final Servers shared;
    private final Clock clock;
    private final SplittableRandom random;
    private @Nullable Run run;

    /**
     * What all nodes have in common.
     *
     * @param bug the bug in all of them
     * @param gateway the gateway of payments
     * @param bus notifies all nodes, or some
     * @param audits gets what each iteration of the audit reports
     * @param bugs gets failures that no call may end in
     */
    record Cluster(
            Scheduler scheduler,
            Wire wire,
            Knobs knobs,
            ViolatingFixture bug,
            PaymentGateway gateway,
            SettlementEvents bus,
            Consumer<AuditReport> audits,
            Consumer<Throwable> bugs) {}

    /** @param clock the node's own clock, which may be wrong */
    Node(String name, Cluster cluster, Servers shared, Clock clock, SplittableRandom random) {
        this.name = name;
        this.cluster = cluster;
        this.shared = shared;
        this.clock = clock;
        this.random = random;
    }

    String name() {
        return name;
    }

    /** Starts it, unless it runs. */
    void start() {
        if (run == null) {
            run = new Run(new Life(cluster.scheduler()));
            run.open(0);
        }
    }

    /** Whether it serves. */
    boolean isOpen() {
        return run != null && run.isOpen;
    }

    void crash() {
        if (run != null) {
            run.life.end();
            run = null;
        }
    }

    void hold(Duration time) {
        if (run != null) {
            run.life.hold(time);
        }
    }

    /** Word from the bus. */
    void hear(Settlement settlement) {
        Run hearing = run;
        if (hearing != null) {
            hearing.life.act(() -> {
                hearing.awaitSettlement.settled(settlement);
                settlement.settled().forEach(hearing.soldOut::bought);
            });
        }
    }

    /** Answers somebody's question; a node that crashes meanwhile never does. */
    <T> CompletionStage<T> serve(Function<UseCases, ? extends CompletionStage<T>> question) {
        Run serving = run;
        if (serving == null || !serving.isOpen) {
            return CompletableFuture.failedStage(new Unavailable(name + " is not there"));
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        serving.life.act(() -> {
            var _ = Calls.start(() -> question.apply(serving.useCases)).whenComplete((value, failure) -> {
                if (failure == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(expected(failure));
                }
            });
        });
        return answer;
    }

    private Throwable expected(Throwable failure) {
        Throwable cause = DomainFailure.causeOf(failure);
        if (!(cause instanceof DomainFailure)) {
            cluster.bugs().accept(cause);
        }
        return cause;
    }

    /** What the node is between a start and the next crash. */
    private final class Run {
        private final Life life;
        private final Servers servers;
        private final AwaitSettlement awaitSettlement;
        private final SoldOutMemory soldOut;
        private final PrepareSales preparation;
        private final UseCases useCases;
        private final DistributedLock lock;
        private final ShardWriter shard;
        private final MaintainSales maintaining;
        private final FinishPayments finishing;
        private final DecideLatePayments revive;
        private final ExpireOrders expiring;
        private final AuditSales auditing;
        private final LeaderLease auditLease;
        private boolean isOpen;
        private int failures;

        Run(Life life) {
            this.life = life;
            this.servers = shared.seenBy(life, name, cluster.wire());
            Knobs knobs = cluster.knobs();
            ViolatingFixture bug = cluster.bug();
            SaleDirectory directory = new SaleDirectory(servers.sales(), life);
            IdGenerator ids = new SegmentIdGenerator(servers.segments(), clock, IDS);
            Optional<Duration> maxAge = knobs.hasReplicas() ? Optional.of(EPOCH_MAX_AGE) : Optional.empty();
            Epochs epochs = new Epochs(servers.ledger()::epoch, life, () -> bug.epochMaxAge(maxAge));
            this.preparation = new PrepareSales(servers.sales(), servers.queue(), epochs, directory, clock, KEPT);
            this.soldOut = new SoldOutMemory(servers.queue(), life, clock, Duration.ofSeconds(1));
            this.awaitSettlement = new AwaitSettlement(
                    servers.orders(),
                    life,
                    new AwaitSettlement.Limits(Duration.ofSeconds(2), Duration.ofMillis(200), 100));
            AdmitBuyers admission =
                    new AdmitBuyers(servers.queue(), epochs, life, random.split(), 1, knobs.group(), BatchMeter.NONE);
            ReleaseUnits release = new ReleaseUnits(servers.returns(), servers.queue(), epochs, preparation);
            PaymentGateway gateway =
                    cluster.wire().connect(PaymentGateway.class, cluster.gateway(), life, name + " gateway");
            this.revive = new DecideLatePayments(
                    servers.latePayments(), new ReserveUnits(servers.queue(), epochs, preparation), release, UNHEARD);
            RecordOutcome outcomes = new RecordOutcome(servers.payments(), UNHEARD, (_, _, _) -> {});
            this.finishing =
                    new FinishPayments(servers.payments(), servers.refunds(), gateway, outcomes, UNHEARD, PENDING_FOR);
            this.expiring = new ExpireOrders(servers.transitions(), UNHEARD, release);
            RestockSale restock = new RestockSale(servers.adjustments(), servers.queue(), epochs, preparation, ids);
            ChangeSale changing = new ChangeSale(
                    servers.changes(),
                    servers.sales(),
                    servers.queue(),
                    epochs,
                    preparation,
                    _ -> CompletableFuture.completedStage(null),
                    sale -> directory.changed(sale.voucher(), sale.version()));
            this.useCases = new UseCases(
                    new PlaceFlashOrder(
                            directory,
                            ids,
                            admission,
                            preparation,
                            soldOut,
                            awaitSettlement,
                            life,
                            new PurchasePaths(directory, new BuyerSignatures(new byte[32]), clock),
                            (_, _, placing) -> placing.get(),
                            new SaleRequests(clock)),
                    new FindPurchaseOutcome(directory, epochs, servers.queue(), servers.orders(), servers.ledger()),
                    new FindOrder(Set.of(Shard.FIRST), epochs, servers.queue(), servers.orders()),
                    restock,
                    changing,
                    new ManageDeadLetters(
                            Set.of(Shard.FIRST),
                            servers.letters(),
                            WholeQueue.ports(servers.queue()),
                            epochs,
                            preparation::restore),
                    new CancelOrder(servers.transitions(), UNHEARD, release),
                    new PayOrder(servers.payments(), gateway, outcomes, revive, ids),
                    new RefundOrder(servers.refunds(), UNHEARD, release));
            this.lock = new LeasedLock(servers.leases(), life, random.split(), name);
            this.auditLease = new LeaderLease(lock, "audit", AUDIT_LEASE, life);
            SettleOrders settle = new SettleOrders(
                    servers.queue(),
                    servers.ledger(),
                    cluster.bus(),
                    Shard.FIRST,
                    knobs.batch(),
                    Duration.ofSeconds(1),
                    SettleMeter.NONE);
            RecoverShard opening = new RecoverShard(
                    WholeQueue.ports(servers.queue()),
                    servers.orders(),
                    servers.ledger(),
                    servers.sales(),
                    preparation,
                    KEPT);
            this.shard = new ShardWriter(
                    settle,
                    opening,
                    () -> CompletableFuture.completedStage(null),
                    new LeaderLease(lock, "shard", LockOptions.fixed(LEASE), life),
                    LEASE.multipliedBy(6),
                    life);
            this.auditing = new AuditSales(
                    servers.sales(),
                    servers.orders(),
                    servers.ledger(),
                    WholeQueue.ports(servers.queue()),
                    clock,
                    KEPT);
            this.maintaining = new MaintainSales(
                    bug.keptBy(servers.sales(), clock),
                    servers.adjustments(),
                    servers.changes(),
                    servers.letters(),
                    servers.queue(),
                    restock,
                    changing,
                    release,
                    KEPT);
        }

        /** Serves nobody before it saw the servers, and prepared the sales if it may. */
        void open(int tried) {
            var _ = servers.ledger()
                    .epoch(Shard.FIRST)
                    .thenCompose(servers.queue()::isOpen)
                    .thenCompose(open ->
                            open ? preparation.prepareRunning(Shard.FIRST) : CompletableFuture.completedStage(null))
                    .whenComplete((_, failure) -> {
                        if (failure != null) {
                            later(pauseAfter(failure, tried), () -> open(tried + 1));
                        } else {
                            isOpen = true;
                            write();
                            repeat(KEEPER_PAUSE, () -> onOneNode("keeper", maintaining::iterate));
                            later(random.nextLong(AUDIT_PAUSE.toMillis()), this::audit);
                            liveOn();
                        }
                    });
        }

        /** Keeps the lock from round to round; another that takes over has seen nothing yet. */
        private void audit() {
            var _ = auditLease
                    .acquireOrRenew()
                    .thenCompose(leadership -> {
                        if (leadership != Leadership.KEPT) {
                            auditing.reset();
                        }
                        return leadership == Leadership.NONE
                                ? CompletableFuture.<Void>completedStage(null)
                                : cluster.bug().audit(auditing, servers).thenAccept(cluster.audits());
                    })
                    .whenComplete((_, failure) -> {
                        if (failure != null) {
                            var _ = expected(failure);
                            leaveAudit();
                        }
                        later(AUDIT_PAUSE.toMillis(), this::audit);
                    });
        }

        private void leaveAudit() {
            auditing.reset();
            var _ = auditLease.release();
        }

        private void write() {
            var _ = shard.iterate().whenComplete((turn, failure) -> {
                if (failure != null) {
                    later(pauseAfter(failure, failures++), this::write);
                } else {
                    failures = turn == ShardWriter.Iteration.SETTLED ? 0 : failures;
                    switch (turn) {
                        case STANDBY -> later(shard.pause().toMillis(), this::write);
                        case TOOK_OVER, RECOVERED, SETTLED, IDLE -> write();
                    }
                }
            });
        }

        /** Orders expire and payments come to their end, where orders live at all; what needs the gateway on one node. */
        private void liveOn() {
            if (cluster.knobs().of(Knobs.Blow.LIFE) > 0) {
                repeat(LIFE_PAUSE, expiring::expire);
                repeat(LIFE_PAUSE, revive::decideAll);
                repeat(LIFE_PAUSE, () -> onOneNode("payments", finishing::resolve));
                repeat(LIFE_PAUSE, () -> onOneNode("refunds", finishing::refund));
            }
        }

        private void repeat(Duration pause, Supplier<CompletionStage<Void>> job) {
            later(pause.toMillis(), () -> {
                var _ = Calls.start(job).whenComplete((_, failure) -> {
                    if (failure != null) {
                        var _ = expected(failure);
                    }
                    repeat(pause, job);
                });
            });
        }

        private CompletionStage<Void> onOneNode(String name, Supplier<CompletionStage<Void>> job) {
            return lock.withLease(name, LockOptions.watched(LEASE, Duration.ofHours(1)), _ -> job.get())
                    .thenAccept(_ -> {});
        }

        private int pauseAfter(Throwable failure, int earlier) {
            var _ = expected(failure);
            int most = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(earlier, 10));
            return most / 2 + random.nextInt(most / 2);
        }

        private void later(long millis, Runnable work) {
            var _ = life.after(Duration.ofMillis(millis), work);
        }
    }
}
