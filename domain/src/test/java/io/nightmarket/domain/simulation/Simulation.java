package io.nightmarket.domain.simulation;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.memory.InMemoryGateway;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleDetails;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleTransition;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.operation.AuditReport;
import io.nightmarket.domain.sale.operation.ChangeOutcome;
import io.nightmarket.domain.sale.operation.DeadLetter;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Knobs.Blow;
import io.nightmarket.domain.simulation.Violation.Kind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One schedule: a cluster sells, what can fail does, then all is well again and everybody is asked. */
public final class Simulation {
    /** Later than the clock of any real server, so that nothing expires there by real time. */
    private static final Instant START = Instant.parse("2036-11-20T12:00:00Z");

    /** Buyers come, and faults happen, in about this time. */
    private static final Duration BUSY = Duration.ofSeconds(4);

    private static final Duration TROUBLED = Duration.ofSeconds(10);
    private static final Duration ENDS_EARLY = Duration.ofSeconds(3);
    private static final Duration RECOVERY = Duration.ofMinutes(3);
    private static final Duration CHECK = Duration.ofMillis(500);
    /** By how much a replica is behind, at most. */
    private static final Duration REPLICA_LAG = Duration.ofSeconds(1);

    private static final Duration OPERATOR_PAUSE = Duration.ofMinutes(1);
    /** A node that has not heard of the last epoch yet may fail to answer the first time. */
    private static final int QUESTIONS = 2;
    /** So often an operator replays what the database refused before. */
    private static final int REPLAYS = 3;

    /** Many times more than it takes. */
    private static final long MOST_STEPS = 200_000;

    private static final int LAST_LINES = 60;
    private static final long PRICE = 1;
    private static final List<String> PAYERS = List.of("", "", "refuse", "hang");

    private final Knobs knobs;
    private final ViolatingFixture bug;
    private final Trace trace;
    private final SplittableRandom random;
    private final Scheduler scheduler;
    private final Wire wire;
    private final Stores stores;
    private final Servers servers;
    private final Clock databaseClock;
    private final RefusingLedger refusals;
    private final Map<String, WholeQueue> oldPrimaries = new HashMap<>();
    private final List<VoucherId> vouchers = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<List<Observation>> histories = new ArrayList<>();
    private final List<Shopper> shoppers = new ArrayList<>();
    private final List<Violation> bugs = new ArrayList<>();
    private final Operator operator;
    private final InMemoryGateway gateway = new InMemoryGateway();
    private final Set<OrderId> skipped = new HashSet<>();
    private final Set<OrderId> purged = new HashSet<>();
    private final Set<OrderId> forgottenRefusals = new HashSet<>();
    private final Set<VoucherId> forgottenUnits = new HashSet<>();
    private final Set<VoucherId> forgottenTurns = new HashSet<>();
    private OptionalLong lost = OptionalLong.empty();
    private OptionalLong rolledBack = OptionalLong.empty();
    private long lastDrop = -1;
    private long recoveryBegan;
    private long quiet = Long.MAX_VALUE;

    /**
     * How it went.
     *
     * @param digest equal for equal runs
     * @param trace what happened, if that was wanted
     */
    public record Report(long seed, Knobs knobs, List<Violation> violations, long digest, List<String> trace) {
        boolean breaks(Kind kind) {
            return violations.stream().anyMatch(violation -> violation.kind() == kind);
        }

        /** For people, with the end of the trace. */
        public String story() {
            return Stream.of(
                            Stream.of("seed " + seed + ", " + knobs),
                            violations.stream().map(Violation::toString),
                            trace.stream().skip(Math.max(0, trace.size() - LAST_LINES)))
                    .flatMap(lines -> lines)
                    .collect(Collectors.joining("\n"));
        }
    }

    /** The world of this seed. */
    static Report run(long seed, ViolatingFixture bug) {
        return run(seed, Knobs.of(new SplittableRandom(seed)), bug, false);
    }

    /** The simplest world of this seed, found by leaving out one thing after the other, in which the same happens. */
    static Report simplest(Report report, Kind kind, ViolatingFixture bug) {
        return report.knobs().simpler().stream()
                .map(simpler -> run(report.seed(), simpler, bug, false))
                .filter(simpler -> simpler.breaks(kind))
                .findFirst()
                .map(simpler -> simplest(simpler, kind, bug))
                .orElse(report);
    }

    /** @param isWritten whether the report tells what happened */
    static Report run(long seed, Knobs knobs, ViolatingFixture bug, boolean isWritten) {
        return run(seed, knobs, bug, isWritten, InMemoryStores::new);
    }

    /** Runs the schedule on other servers, which may answer differently. */
    public static Report run(long seed, Knobs knobs, ViolatingFixture bug, boolean isWritten, Stores.Maker servers) {
        return new Simulation(seed, knobs, bug, new Trace(isWritten), servers).run(seed);
    }

    private Simulation(long seed, Knobs knobs, ViolatingFixture bug, Trace trace, Stores.Maker maker) {
        this.knobs = knobs;
        this.bug = bug;
        this.trace = trace;
        this.random = new SplittableRandom(~seed);
        this.scheduler = new Scheduler(random.split());
        this.wire = new Wire(scheduler, random.split(), knobs.perMille(), trace);
        Clock clock = scheduler.clock(START);
        this.databaseClock = skewed(clock);
        this.stores = maker.make(
                new Stores.Setting(clock, skewed(clock), databaseClock, scheduler, knobs.backlog(), knobs.payWithin()));
        this.servers = stores.servers();
        this.refusals = new RefusingLedger(knobs.of(Blow.UNWRITABLE), this::checkSetAside);
        Servers seen = servers.with(
                watched(bug.in(servers.queue())),
                bug.over(refusals.over(bug.in(servers.ledger(), stores))),
                Changed.method(FlashSaleRepository.class, servers.sales(), "markRemoved", this::checkRemoved),
                servers.leases());
        Node.Cluster cluster =
                new Node.Cluster(scheduler, wire, knobs, bug, gateway, this::publish, this::checkAudit, this::foundBug);
        for (int i = 1; i <= knobs.nodes(); i++) {
            String name = "n" + i;
            WholeQueue primary = Changed.calls(
                    WholeQueue.class,
                    (_, method, arguments) ->
                            Changed.invoke(oldPrimaries.getOrDefault(name, seen.queue()), method, arguments));
            Servers shared = seen.with(primary, seen.ledger(), seen.sales(), seen.leases());
            nodes.add(new Node(name, cluster, shared, skewed(clock), random.split()));
        }
        Front front = new Front(scheduler, wire, nodes, random.split());
        this.operator = new Operator(front, scheduler, random.split());
        for (int i = 1; i <= knobs.sales(); i++) {
            addSale(i, front);
        }
    }

    private Clock skewed(Clock clock) {
        int most = knobs.of(Blow.SKEW);
        return Clock.offset(clock, Duration.ofMillis(random.nextInt(-most, most + 1)));
    }

    private void addSale(int number, Front front) {
        SaleWindow window =
                new SaleWindow(START.minus(BUSY), START.plus(knobs.endsEarly() ? ENDS_EARLY : Duration.ofHours(1)));
        Acknowledgement acknowledgement = random.nextBoolean() ? Acknowledgement.ACCEPTED : Acknowledgement.DURABLE;
        SaleOptions none = SaleOptions.NONE;
        NewFlashSale sale = new NewFlashSale(
                new ShopId(1), "sale", null, null, PRICE, 2, knobs.stock(), window, acknowledgement, none);
        VoucherId voucher =
                await(servers.sales().create(sale, Shard.FIRST)).orElseThrow().voucher();
        List<Observation> history = new ArrayList<>();
        vouchers.add(voucher);
        histories.add(history);
        for (int i = 1; i <= knobs.buyers(); i++) {
            UserId buyer = new UserId(1_000L * number + i);
            shoppers.add(new Shopper(buyer, voucher, front, scheduler, random.split(), history));
        }
    }

    /** Word of the event bus, which may be late or lost, for each node by itself. */
    private void publish(Settlement settlement) {
        for (Node node : nodes) {
            if (!wire.loses()) {
                var _ = scheduler.after(wire.delay(), () -> node.hear(settlement));
            }
        }
    }

    private void foundBug(Throwable failure) {
        bugs.add(new Violation(Kind.BUG, failure.toString()));
    }

    private void checkSetAside(QueueEntry entry) {
        boolean hasReason = switch (entry) {
            case QueuedOrder order -> isUnwritable(order.buyer()) || skipped.contains(order.order());
            case QueueEntry.Malformed _ -> knobs.of(Blow.ENTRY_LOSS) > 0;
        };
        if (!hasReason) {
            bugs.add(new Violation(Kind.DEAD_LETTER_WITHOUT_REASON, entry.toString()));
        }
    }

    private boolean isUnwritable(UserId buyer) {
        return knobs.of(Blow.UNWRITABLE) > 0 && buyer.value() % knobs.of(Blow.UNWRITABLE) == 0;
    }

    private Object checkRemoved(Object[] arguments, CompletionStage<Object> done) {
        VoucherId voucher = (VoucherId) arguments[0];
        Instant end =
                await(servers.sales().find(voucher)).orElseThrow().window().end();
        if (databaseClock.instant().isBefore(end.plus(Node.KEPT))) {
            bugs.add(new Violation(Kind.REMOVED_EARLY, "sale " + voucher.value() + " ends at " + end));
        }
        return done;
    }

    /** A recovery settles what only the queue knows, then makes the queue anew from the database. */
    private WholeQueue watched(WholeQueue inner) {
        return Changed.calls(WholeQueue.class, (_, method, arguments) -> {
            switch (method.getName()) {
                case "beginEpoch" -> recoveryBegan = scheduler.nanoTime();
                case "drop" -> {
                    lastDrop = scheduler.nanoTime();
                    if (rolledBack.orElse(-1) >= recoveryBegan) {
                        bothLost();
                    }
                }
                default -> {}
            }
            return Changed.invoke(inner, method, arguments);
        });
    }

    /** What the database loses in the midst of a recovery may have been in the queue until it was made anew. */
    private void bothLost() {
        lostUntil(rolledBack.orElseThrow());
        forgottenUnits.addAll(vouchers);
    }

    private void checkAudit(AuditReport report) {
        boolean acts =
                report.repair().reenqueued() > 0 || report.findings().stream().anyMatch(AuditReport.Finding::closed);
        if (acts) {
            trace.note(scheduler.nanoTime(), "audit", "repairs", report);
        }
        if (acts && !knobs.losesOrders()) {
            bugs.add(new Violation(Kind.REPAIRED_WITHOUT_REASON, report.toString()));
        }
    }

    private Report run(long seed) {
        try {
            begin();
            if (!scheduler.runUntil(TROUBLED.toNanos(), MOST_STEPS)) {
                bugs.add(new Violation(Kind.LIVELOCK, "no end of steps while all is troubled"));
            }
            recover();
        } catch (RuntimeException e) {
            foundBug(e);
        }
        List<Violation> violations = new ArrayList<>(bugs);
        List<String> unfinished = unfinished();
        List<Ending> endings =
                vouchers.stream().map(voucher -> ending(voucher, unfinished)).toList();
        checkMoney(violations);
        for (int i = 0; i < vouchers.size(); i++) {
            violations.addAll(HistoryChecker.check(histories.get(i), endings.get(i)));
        }
        return new Report(seed, knobs, violations, trace.digest(), trace.lines());
    }

    private void checkMoney(List<Violation> violations) {
        long paid = vouchers.stream()
                .flatMap(voucher -> stores.ordersOf(voucher).stream())
                .filter(order -> order.status() == OrderStatus.PAID || order.status() == OrderStatus.USED)
                .count();
        if (paid * PRICE != gateway.balance()) {
            violations.add(new Violation(
                    Kind.MONEY_DIFFERS, paid + " orders are paid, and the gateway has " + gateway.balance()));
        }
    }

    private void begin() {
        nodes.forEach(Node::start);
        shoppers.forEach(shopper -> shopper.begin(BUSY));
        befall(Blow.CRASH, this::crash);
        befall(Blow.HOLD, this::hold);
        befall(Blow.LOSS, this::lose);
        befall(Blow.SETBACK, this::setBack);
        befall(Blow.RESTART, this::restart);
        befall(Blow.ENTRY_LOSS, this::loseEntry);
        befall(Blow.ROLLBACK, this::rollBack);
        befall(Blow.CUT, this::cut);
        befall(Blow.PROMOTION, this::promote);
        befall(Blow.ALTERATION, this::alter);
        for (int i = 0; i < knobs.of(Blow.DECISION); i++) {
            operator.begin(TROUBLED, this::decide);
        }
        for (int i = 0; i < knobs.of(Blow.RESTOCK); i++) {
            VoucherId voucher = anyVoucher();
            String name = "restock " + i;
            int units = random.nextInt(2) * 7 - random.nextInt(1, 5);
            operator.begin(BUSY, cases -> cases.restockSale().restock(voucher, name, units));
        }
        for (int i = 0; i < knobs.of(Blow.LIFE); i++) {
            operator.begin(TROUBLED, this::live);
        }
        for (int i = 0; i < knobs.of(Blow.TURN); i++) {
            VoucherId voucher = anyVoucher();
            operator.begin(BUSY, cases -> cases.changeSale().move(voucher, SaleTransition.PAUSE, FlashSales.ACTION));
            operator.begin(BUSY, cases -> cases.changeSale().move(voucher, SaleTransition.RESUME, FlashSales.ACTION));
            int seconds = random.nextInt(1, 60);
            operator.begin(BUSY, cases -> moveEnd(cases, voucher, seconds));
        }
    }

    private CompletionStage<ChangeOutcome> moveEnd(UseCases cases, VoucherId voucher, int seconds) {
        return servers.changes().find(voucher).thenCompose(found -> {
            SaleDetails sale = found.orElseThrow();
            SaleWindow window = sale.plan().window();
            SaleWindow longer = new SaleWindow(window.begin(), window.end().plusSeconds(seconds));
            return cases.changeSale().correct(sale, sale.plan().with(longer), FlashSales.ACTION);
        });
    }

    private boolean hasWindow(VoucherId voucher) {
        SaleWindow window = await(servers.sales().find(voucher)).orElseThrow().window();
        return await(servers.queue().terms(Shard.FIRST, voucher))
                .filter(terms -> !terms.window().equals(window))
                .isEmpty();
    }

    private void befall(Blow blow, Runnable how) {
        for (int i = 0; i < knobs.of(blow); i++) {
            atSomeTime(how);
        }
    }

    private VoucherId anyVoucher() {
        return vouchers.get(random.nextInt(vouchers.size()));
    }

    private Node anyNode() {
        return nodes.get(random.nextInt(nodes.size()));
    }

    private void atSomeTime(Runnable blow) {
        var _ = scheduler.after(upTo(BUSY), blow);
    }

    private Duration upTo(Duration most) {
        return Duration.ofNanos(random.nextLong(most.toNanos()));
    }

    private void crash() {
        Node node = anyNode();
        trace.note(scheduler.nanoTime(), node.name(), "crashes");
        node.crash();
        var _ = scheduler.after(upTo(BUSY), node::start);
    }

    private void hold() {
        Node node = anyNode();
        trace.note(scheduler.nanoTime(), node.name(), "is held");
        node.hold(upTo(BUSY.multipliedBy(2)));
    }

    private void lose() {
        trace.note(scheduler.nanoTime(), "queue", "loses everything");
        lostUntil(scheduler.nanoTime());
        stores.loseQueue();
    }

    private void lostUntil(long time) {
        lost = OptionalLong.of(Math.max(time, lost.orElse(0)));
    }

    /** Its server is restarted with what it had some time before. */
    private void setBack() {
        Runnable restart = stores.copyQueue();
        var _ = scheduler.after(upTo(BUSY), () -> {
            trace.note(scheduler.nanoTime(), "queue", "is set back");
            lostUntil(scheduler.nanoTime());
            restart.run();
        });
    }

    /** Its server is restarted with all that it holds; at times a node that can't ask the database misses the next epoch. */
    private void restart() {
        if (random.nextBoolean()) {
            cutOff(anyNode(), Servers.DATABASE, upTo(BUSY.multipliedBy(2)));
        }
        trace.note(scheduler.nanoTime(), "queue", "is restarted");
        stores.restartQueue();
    }

    private void loseEntry() {
        boolean isDamaged = random.nextInt(3) == 0;
        if (stores.loseEntry(random, isDamaged)) {
            trace.note(scheduler.nanoTime(), "queue", isDamaged ? "has a damaged entry" : "loses an entry");
        }
    }

    /** A replica that lacks the latest commits takes the place of the database. */
    private void rollBack() {
        Runnable promotion = stores.copyDatabase();
        long copied = scheduler.nanoTime();
        Map<VoucherId, List<StockAdjustment>> adjustments =
                vouchers.stream().collect(Collectors.toMap(voucher -> voucher, stores::adjustmentsOf));
        Map<VoucherId, Long> versions = vouchers.stream().collect(Collectors.toMap(voucher -> voucher, this::version));
        Set<OrderId> refused = refused();
        var _ = scheduler.after(upTo(BUSY), () -> {
            trace.note(scheduler.nanoTime(), "ledger", "are set back");
            rolledBack = OptionalLong.of(scheduler.nanoTime());
            refused().stream().filter(order -> !refused.contains(order)).forEach(forgottenRefusals::add);
            if (lastDrop >= copied) {
                bothLost();
            }
            for (VoucherId voucher : vouchers) {
                if (!Objects.requireNonNull(adjustments.get(voucher)).equals(stores.adjustmentsOf(voucher))) {
                    forgottenUnits.add(voucher);
                }
                if (!Objects.equals(versions.get(voucher), version(voucher))) {
                    forgottenTurns.add(voucher);
                }
            }
            promotion.run();
            if (random.nextBoolean()) {
                restart();
            }
        });
    }

    private long version(VoucherId voucher) {
        return await(servers.sales().find(voucher)).orElseThrow().version();
    }

    private Set<OrderId> refused() {
        return vouchers.stream()
                .flatMap(voucher -> stores.rejectionsOf(voucher).stream())
                .map(OrderProgress.Rejected::order)
                .collect(Collectors.toSet());
    }

    private void cut() {
        Node node = anyNode();
        Duration time = upTo(BUSY.multipliedBy(2));
        int which = random.nextInt(1, 1 << Servers.ALL.size());
        for (int i = 0; i < Servers.ALL.size(); i++) {
            if ((which & 1 << i) != 0) {
                cutOff(node, Servers.ALL.get(i), time);
            }
        }
    }

    private void cutOff(Node node, Set<String> servers, Duration time) {
        trace.note(scheduler.nanoTime(), node.name(), "is cut off", List.copyOf(new TreeSet<>(servers)));
        servers.forEach(server -> wire.cut(node.name(), server, time));
    }

    /** A replica takes the place of the queue's primary, which goes on for a node that nothing else reaches. */
    private void promote() {
        Runnable promotion = stores.copyQueue();
        var _ = scheduler.after(upTo(REPLICA_LAG), () -> {
            Node node = anyNode();
            Duration time = BUSY.plus(upTo(BUSY));
            trace.note(scheduler.nanoTime(), "queue", "is replaced by a replica");
            cutOff(node, Servers.DATABASE, time);
            cutOff(node, Set.of("leases"), time);
            oldPrimaries.put(node.name(), bug.in(stores.forkQueue()));
            promotion.run();
            lostUntil(scheduler.nanoTime() + Node.EPOCH_MAX_AGE.toNanos());
            var _ = scheduler.after(time, () -> oldPrimaries.remove(node.name()));
        });
    }

    private void alter() {
        trace.note(scheduler.nanoTime(), "ledger", "refuse every order");
        refusals.alter(true);
        var _ = scheduler.after(upTo(BUSY), () -> refusals.alter(false));
    }

    /** What a buyer does with an order. */
    private CompletionStage<?> live(UseCases cases) {
        List<Order> orders = stores.ordersOf(anyVoucher());
        if (orders.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        Order order = orders.get(random.nextInt(orders.size()));
        String payer = PAYERS.get(random.nextInt(PAYERS.size()));
        return switch (random.nextInt(5)) {
            case 0, 1, 2 ->
                cases.payOrder()
                        .nextId()
                        .thenCompose(id -> cases.payOrder().pay(id, order.user(), order.id(), 1, payer));
            case 3 -> cases.cancelOrder().cancel(order.user(), order.id());
            default -> cases.refundOrder().refund(order.user(), order.id());
        };
    }

    /** What an operator does about a dead letter, or about an order that a buyer named. */
    private CompletionStage<?> decide(UseCases cases) {
        List<OrderId> named = histories.stream()
                .flatMap(List::stream)
                .flatMap(observed -> observed.namedOrder().stream())
                .toList();
        if (random.nextInt(3) == 0 && !named.isEmpty()) {
            OrderId order = named.get(random.nextInt(named.size()));
            skipped.add(order);
            return cases.deadLetters().skip(order);
        }
        return cases.deadLetters()
                .list(Integer.MAX_VALUE)
                .thenCompose(letters -> letters.isEmpty()
                        ? CompletableFuture.completedStage(null)
                        : decide(cases, letters.get(random.nextInt(letters.size())), random.nextInt(3) == 0));
    }

    private CompletionStage<?> decide(UseCases cases, DeadLetter letter, boolean purges) {
        if (purges || letter.replayable().isEmpty()) {
            letter.replayable().map(Purchase::order).ifPresent(purged::add);
            return cases.deadLetters().purge(letter.id());
        }
        return cases.deadLetters().replay(letter.id());
    }

    /** From here on nothing fails, and everything must come to its end. */
    private void recover() {
        trace.note(scheduler.nanoTime(), "world", "is well");
        wire.heal();
        oldPrimaries.clear();
        refusals.alter(false);
        if (random.nextBoolean()) {
            refusals.takeAll();
        }
        nodes.forEach(Node::start);
        settleDown();
        if (!forgottenTurns.isEmpty()) {
            // Versions are ahead of the time when a sale was turned more than once a second.
            var _ = run(OPERATOR_PAUSE);
        }
        for (VoucherId voucher : forgottenTurns) {
            SaleState state = await(servers.sales().find(voucher)).orElseThrow().state();
            operator.begin(
                    CHECK,
                    cases -> state == SaleState.PAUSED
                            ? cases.changeSale().move(voucher, SaleTransition.PAUSE, FlashSales.ACTION)
                            : cases.changeSale().move(voucher, SaleTransition.RESUME, FlashSales.ACTION));
        }
        settleDown();
        for (int i = 0; i <= REPLAYS; i++) {
            decideAll(i == REPLAYS);
            settleDown();
        }
        trace.note(scheduler.nanoTime(), "world", "is quiet");
        quiet = scheduler.nanoTime();
        for (int i = 0; i < QUESTIONS; i++) {
            shoppers.forEach(Shopper::askForAll);
            settleDown();
        }
    }

    /** In the end orders that the database takes are replayed, and the others purged. */
    private void decideAll(boolean purgesAll) {
        for (DeadLetter letter : await(servers.letters().list(0, Integer.MAX_VALUE))) {
            boolean purges = purgesAll
                    || letter.replayable()
                            .filter(order -> !refusals.refuses(order.buyer()) && isReserved(order))
                            .isEmpty();
            operator.begin(CHECK, cases -> decide(cases, letter, purges));
        }
    }

    private boolean isReserved(Purchase order) {
        return order.order().equals(buyers(order.voucher()).get(order.buyer()));
    }

    private void settleDown() {
        long deadline = scheduler.nanoTime() + RECOVERY.toNanos();
        while (!unfinished().isEmpty() && scheduler.nanoTime() < deadline) {
            if (!run(CHECK)) {
                return;
            }
        }
    }

    private boolean run(Duration time) {
        boolean ended = scheduler.runUntil(scheduler.nanoTime() + time.toNanos(), MOST_STEPS);
        if (!ended) {
            bugs.add(new Violation(Kind.LIVELOCK, "no end of steps although all is well"));
        }
        return ended;
    }

    private List<String> unfinished() {
        List<String> unfinished = new ArrayList<>();
        unless(!wire.hasStragglers(), "requests are on their way", unfinished);
        unless(shoppers.stream().allMatch(Shopper::isDone), "buyers wait", unfinished);
        unless(operator.isDone(), "the operator waits", unfinished);
        unless(nodes.stream().allMatch(Node::isOpen), "nodes start", unfinished);
        unless(isOpen(), "nobody is let in", unfinished);
        unless(!stores.hasBacklog(), "orders wait in the queue", unfinished);
        unless(!stores.owesUnits(), "units are owed to the queue", unfinished);
        unless(await(servers.adjustments().pending(0, 1)).isEmpty(), "stock adjustments are pending", unfinished);
        unless(await(servers.changes().pending(0, 1)).isEmpty(), "changes of sales are pending", unfinished);
        unless(vouchers.stream().allMatch(this::hasWindow), "the queue has another window", unfinished);
        if (knobs.of(Blow.LIFE) > 0) {
            List<?> payments = await(servers.payments().unresolved(Duration.ZERO, 0, 1));
            unless(payments.isEmpty(), "payments are pending", unfinished);
            List<?> late = await(servers.latePayments().undecided(Duration.ZERO, 1));
            unless(late.isEmpty(), "money is late", unfinished);
            unless(await(servers.refunds().pendingRefunds(0, 1)).isEmpty(), "refunds are pending", unfinished);
        }
        unless(
                await(servers.sales().unconfirmed(0, 10)).stream()
                        .allMatch(sale -> await(servers.queue().available(Shard.FIRST, sale.voucher()))
                                .isEmpty()),
                "the queue was not observed a sale's state",
                unfinished);
        unless(!knobs.needsAudit() || vouchers.stream().allMatch(this::agree), "queue and ledger differ", unfinished);
        return unfinished;
    }

    /** Dead letters keep their units. */
    private boolean agree(VoucherId voucher) {
        LoadedSale sale = stores.contents(voucher);
        Optional<Long> free = await(servers.queue().available(Shard.FIRST, voucher));
        return free.isEmpty()
                || (free.get() == sale.snapshot().available() && buyers(voucher).equals(sale.reservations()));
    }

    private boolean isOpen() {
        return await(servers.queue().isOpen(epoch()));
    }

    private Epoch epoch() {
        return await(servers.ledger().epoch(Shard.FIRST));
    }

    private static void unless(boolean isDone, String otherwise, List<String> unfinished) {
        if (!isDone) {
            unfinished.add(otherwise);
        }
    }

    private Ending ending(VoucherId voucher, List<String> unfinished) {
        LoadedSale snapshot = stores.contents(voucher);
        List<StockAdjustment> adjustments = stores.adjustmentsOf(voucher);
        List<OrderProgress.Rejected> rejections = new ArrayList<>(stores.rejectionsOf(voucher));
        stores.lostIn(voucher)
                .forEach(lost ->
                        rejections.add(new OrderProgress.Rejected(lost.order(), lost.buyer(), RejectionReason.LOST)));
        return new Ending(
                snapshot.sale(),
                snapshot.claims(),
                stores.ordersOf(voucher),
                rejections,
                knobs.endsEarly() || !isOpen() ? Optional.empty() : inQueue(voucher),
                unfinished,
                purged::contains,
                lost.isPresent()
                        || rolledBack.isPresent()
                        || knobs.of(Blow.LIFE) > 0
                        || !rejections.isEmpty()
                        || adjustments.stream().anyMatch(adjustment -> adjustment.units() > 0),
                new Ending.Lost(
                        lost, rolledBack, knobs.losesOrders(), forgottenRefusals, forgottenUnits.contains(voucher)),
                knobs.hasStragglers(),
                quiet);
    }

    private Optional<Ending.InQueue> inQueue(VoucherId voucher) {
        return await(servers.queue().available(Shard.FIRST, voucher))
                .map(free -> new Ending.InQueue(free, buyers(voucher), tellsStrangersOfPause(voucher)));
    }

    /** The last question of all, since it may be answered with an order. */
    private boolean tellsStrangersOfPause(VoucherId voucher) {
        Purchase purchase = new Purchase(new OrderId(Long.MAX_VALUE), voucher, new UserId(Long.MAX_VALUE));
        List<Admission> observed =
                await(servers.queue().admit(epoch(), voucher, List.of(new AdmissionRequest(purchase, ""))));
        return observed.getFirst() instanceof Admission.Paused;
    }

    private Map<UserId, OrderId> buyers(VoucherId voucher) {
        Map<UserId, OrderId> buyers = new LinkedHashMap<>();
        await(servers.queue().eachBuyer(Shard.FIRST, voucher, slice -> {
            slice.forEach(purchase -> buyers.put(purchase.buyer(), purchase.order()));
            return CompletableFuture.completedStage(null);
        }));
        return buyers;
    }
}
