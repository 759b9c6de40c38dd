package io.nightmarket.domain.simulation;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.memory.InMemoryGateway;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.payment.ChargeOutcome;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentLedger.Recorded;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder.PurchaseRequest;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random histories of money that comes after its orders expired, while Redis is away for 90 s and nodes are killed: at no
 * moment has captured money been without an outcome for a minute. MySQL is there all the time.
 */
final class MoneyInTimeTest {
    private static final Instant START = Instant.parse("2036-11-20T12:00:00Z");
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final Duration REDIS_AWAY = Duration.ofSeconds(90);
    private static final Duration END = Duration.ofSeconds(170);
    private static final Duration CHECK = Duration.ofMillis(100);
    private static final Duration PAY_WITHIN = Duration.ofSeconds(10);
    private static final int PRICE = 800;
    private static final int NODES = 3;

    /** The last is more than are decided one by one in a minute when each waits for a queue that hangs. */
    private static final List<Integer> BUYERS = List.of(5, 50, 900);

    @Test
    void moneyThatWasCapturedHasAnOutcomeWithinAMinute() {
        int histories = Suite.pick(6, 300);
        Map<OrderStatus, Integer> ends = new HashMap<>();
        int late = 0;
        int killed = 0;
        for (int seed = 0; seed < histories; seed++) {
            History history = new History(seed);
            history.run();
            late += history.late;
            killed += history.killed;
            history.orders().forEach(order -> ends.merge(order.status(), 1, Integer::sum));
            assertEquals(List.of(), history.broken, "seed " + seed);
        }
        assertTrue(late > 100 * histories, "payments were late: " + late);
        assertTrue(killed >= histories, "nodes that held the shard's lease were killed: " + killed);
        assertTrue(
                ends.getOrDefault(OrderStatus.PAID, 0) > 0 && ends.getOrDefault(OrderStatus.CANCELLED, 0) > 0,
                "some were revived and some not: " + ends);
    }

    private static final class History {
        private final SplittableRandom random;
        private final Scheduler scheduler;
        private final Wire wire;
        private final InMemoryStores stores;
        private final Servers servers;
        private final InMemoryGateway gateway = new InMemoryGateway();
        private final List<Node> nodes = new ArrayList<>();
        private final Front front;
        private final VoucherId sale;
        private final int buyers;
        private final Map<String, String> holders = new HashMap<>();
        private final List<PaymentId> payments = new ArrayList<>();
        private final List<String> broken = new ArrayList<>();
        private int late;
        private int killed;

        History(long seed) {
            this.random = new SplittableRandom(seed);
            this.buyers = BUYERS.get((int) (seed % BUYERS.size()));
            this.scheduler = new Scheduler(random.split());
            Knobs knobs = knobs();
            this.wire = new Wire(scheduler, random.split(), knobs.perMille(), new Trace(false));
            Clock clock = scheduler.clock(START);
            this.stores = new InMemoryStores(
                    new Stores.Setting(clock, clock, clock, scheduler, knobs.backlog(), knobs.payWithin()));
            this.servers = stores.servers();
            this.sale = sale();
            Node.Cluster cluster = new Node.Cluster(
                    scheduler,
                    wire,
                    knobs,
                    ViolatingFixture.NONE,
                    gateway,
                    settlement -> nodes.forEach(node -> node.hear(settlement)),
                    _ -> {},
                    bug -> broken.add(bug.toString()));
            for (int i = 1; i <= NODES; i++) {
                nodes.add(new Node("n" + i, cluster, watched(), clock, random.split()));
            }
            this.front = new Front(scheduler, wire, nodes, random.split());
        }

        private Knobs knobs() {
            Map<Fate, Integer> perMille = new EnumMap<>(Fate.class);
            for (Fate fate : List.of(Fate.SLOW, Fate.REFUSED, Fate.REQUEST_LOST, Fate.ANSWER_LOST)) {
                perMille.put(fate, random.nextInt(2) * random.nextInt(20));
            }
            Map<Knobs.Blow, Integer> lives = Map.of(Knobs.Blow.LIFE, 1);
            return new Knobs(NODES, 1, buyers, buyers, 500, 500, 10_000, perMille, lives, false, PAY_WITHIN, false);
        }

        private VoucherId sale() {
            SaleWindow window = new SaleWindow(START.minusSeconds(60), START.plus(Duration.ofHours(1)));
            NewFlashSale made = FlashSales.plain(new ShopId(1), "sale", null, null, PRICE, 1000, buyers, window);
            return await(servers.sales().create(made, Shard.FIRST))
                    .orElseThrow()
                    .voucher();
        }

        /** Notes who holds which lease. */
        private Servers watched() {
            LeaseStore leases = Changed.method(
                    LeaseStore.class,
                    servers.leases(),
                    "take",
                    (arguments, taken) -> taken.thenApply(attempt -> {
                        LeaseRequest request = (LeaseRequest) arguments[0];
                        if (attempt instanceof LeaseStore.Attempt.Granted) {
                            holders.put(request.key(), request.holder());
                        }
                        return attempt;
                    }));
            return servers.with(servers.queue(), servers.ledger(), servers.sales(), leases);
        }

        List<Order> orders() {
            return stores.ordersOf(sale);
        }

        void run() {
            nodes.forEach(Node::start);
            for (int buyer = 1; buyer <= buyers; buyer++) {
                UserId user = new UserId(buyer);
                at(seconds(1, 4), () -> buy(user));
            }
            at(Duration.ofSeconds(5), () -> orders().forEach(order -> at(seconds(5, 8), () -> pay(order))));
            Duration away = seconds(8, 40);
            at(away, this::loseRedis);
            // All of the money comes in a moment, as after an outage of the gateway: often in the middle of that of
            // Redis.
            Duration paid = seconds(16, 50);
            at(paid, () -> payments.forEach(id -> at(paid.plus(upTo(Duration.ofSeconds(5))), () -> capture(id))));
            at(seconds(4, 60), this::killLeader);
            at(paid.plus(upTo(Duration.ofSeconds(40))), this::killLeader);
            at(Duration.ZERO, this::check);
            assertTrue(scheduler.runUntil(END.toNanos(), Long.MAX_VALUE / 2), "there is an end of steps");
        }

        private void at(Duration time, Runnable work) {
            var _ = scheduler.after(time.minusNanos(scheduler.nanoTime()), work);
        }

        private Duration seconds(int from, int to) {
            return Duration.ofSeconds(from).plus(upTo(Duration.ofSeconds(to - from)));
        }

        private Duration upTo(Duration most) {
            return Duration.ofNanos(random.nextLong(most.toNanos()));
        }

        private void buy(UserId user) {
            var _ = front.ask(cases ->
                    cases.placeFlashOrder().place(new PurchaseRequest(user, sale, "", Optional.empty(), "", "")));
        }

        private void pay(Order order) {
            var _ = front.ask(cases -> cases.payOrder().nextId().thenCompose(id -> {
                payments.add(id);
                return cases.payOrder().pay(id, order.user(), order.id(), 1, "delay");
            }));
        }

        private void loseRedis() {
            for (Node node : nodes) {
                wire.cut(node.name(), "queue", REDIS_AWAY);
                wire.cut(node.name(), "leases", REDIS_AWAY);
            }
        }

        /**
         * Captures a payment. Some notifications of the gateway arrive at a node that is killed after its commit;
         * others are lost.
         */
        private void capture(PaymentId id) {
            if (await(gateway.resolve(id)) instanceof ChargeOutcome.Pending) {
                gateway.decide(id, PRICE);
                if (random.nextInt(4) > 0
                        && await(servers.payments().capture(id, PRICE)).recorded() == Recorded.LATE) {
                    late++;
                }
            }
        }

        /** A node that can't see Redis does not start: others go on. */
        private void killLeader() {
            String leader = holders.getOrDefault("shard", "").split(":", 2)[0];
            boolean othersGoOn = nodes.stream().filter(Node::isOpen).count() > 1;
            nodes.stream()
                    .filter(node -> othersGoOn && node.isOpen() && node.name().equals(leader))
                    .forEach(node -> {
                        killed++;
                        node.crash();
                        at(Duration.ofNanos(scheduler.nanoTime()).plus(seconds(1, 20)), node::start);
                    });
        }

        private void check() {
            Duration age = stores.paidWithoutOutcome();
            if (age.compareTo(BOUND) > 0) {
                broken.add(
                        "captured money had no outcome for " + age + ", seen at " + scheduler.nanoTime() / 1e9 + " s");
                return;
            }
            at(Duration.ofNanos(scheduler.nanoTime()).plus(CHECK), this::check);
        }
    }
}
