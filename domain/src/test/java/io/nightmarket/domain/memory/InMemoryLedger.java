package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.order.payment.PaymentLedger;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.operation.DeadLetter;
import io.nightmarket.domain.sale.operation.DeadLetters;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.operation.StockAdjustments;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.shop.NewVoucher;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.shop.VoucherRepository;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Vouchers, sales, orders and ledger in memory, consistent with one another. Every call is one transaction, under one
 * lock.
 */
public final class InMemoryLedger
        implements FlashSaleRepository, StockAdjustments, OrderRepository, OrderLedger, PendingReleases, DeadLetters {
    private static final Comparator<VoucherId> VOUCHERS_BY_ID = Comparator.comparingLong(VoucherId::value);

    private final Predicate<ShopId> shopExists;
    private final Clock clock;
    private final Tables tables = new Tables();
    private final Map<VoucherId, Voucher> vouchers = new TreeMap<>(VOUCHERS_BY_ID);
    private long lastVoucher;
    private long lastChange;

    /** Whose clock stands where the sales of most tests are on. */
    public InMemoryLedger(Predicate<ShopId> shopExists) {
        this(shopExists, Clock.fixed(Instant.parse("2026-11-20T12:00:00Z"), ZoneOffset.UTC));
    }

    public InMemoryLedger(Predicate<ShopId> shopExists, Clock clock) {
        this.shopExists = shopExists;
        this.clock = clock;
    }

    /** The vouchers, those of flash sales included. */
    public VoucherRepository voucherRepository() {
        return new VoucherRepository() {
            @Override
            public CompletionStage<Optional<Voucher>> find(VoucherId id) {
                return tables.transaction(
                        () -> Optional.ofNullable(vouchers.get(id)).filter(_ -> !isDraft(id)));
            }

            @Override
            public CompletionStage<Optional<Created>> create(NewVoucher voucher) {
                return tables.transaction(() -> shopExists.test(voucher.shop())
                        ? Optional.of(add(voucher, 0, clock.instant()))
                        : Optional.empty());
            }
        };
    }

    private VoucherRepository.Created add(NewVoucher voucher, int type, Instant now) {
        VoucherId id = new VoucherId(++lastVoucher);
        vouchers.put(
                id,
                new Voucher(
                        id,
                        voucher.shop(),
                        voucher.title(),
                        voucher.subTitle(),
                        voucher.rules(),
                        voucher.payValue(),
                        voucher.actualValue(),
                        type,
                        1,
                        null,
                        now,
                        now));
        String key = Long.toString(voucher.shop().value());
        return new VoucherRepository.Created(id, new CacheChange(++lastChange, CacheNames.VOUCHERS, key));
    }

    /** Sets the time to pay of orders that are settled from now on; zero: for ever. */
    public void payWithin(Duration time) {
        synchronized (tables) {
            tables.payWithin = time;
        }
    }

    /** What becomes of the orders after their settlement, over the same tables. */
    public InMemoryOrderLife orderLife() {
        return new InMemoryOrderLife(tables, vouchers, clock);
    }

    /** The waitlists of the sales, over the same tables. */
    public InMemoryWaitlist waitlist() {
        return new InMemoryWaitlist(tables, clock);
    }

    /** The sales that are called off, over the same tables and the orders of this life. */
    public InMemoryCallOffs callOffs(InMemoryOrderLife life) {
        return new InMemoryCallOffs(tables, life, vouchers, clock);
    }

    /** What is known of the waiting rooms of the sales, over the same tables. */
    public InMemoryRoomRecords roomRecords() {
        return new InMemoryRoomRecords(tables, clock);
    }

    /** Adds a voucher that is not a flash sale, or not any more. */
    public void add(Voucher voucher) {
        synchronized (tables) {
            lastVoucher = Math.max(lastVoucher, voucher.id().value());
            vouchers.put(voucher.id(), voucher);
        }
    }

    /** Writes an order without a claim, as older software may have left it. */
    public void plantOrder(OrderId id, UserId user, VoucherId voucher, Instant at) {
        synchronized (tables) {
            tables.orders.put(id, new Order(id, user, voucher, 1, OrderStatus.UNPAID, at, null, null, null, at));
        }
    }

    /** Removes an order and leaves its claim, if it has one. */
    public void removeOrder(OrderId id) {
        synchronized (tables) {
            tables.orders.remove(id);
        }
    }

    /** Changes a stock and nothing else, as faulty software would. */
    public void plantStock(VoucherId voucher, long more) {
        synchronized (tables) {
            tables.sales.computeIfPresent(voucher, (_, sale) -> FlashSales.with(sale, 0, more));
        }
    }

    /** Sets the entry's order aside, then rejects it. */
    public void reject(Writer writer, QueueEntry entry) {
        var _ = writer.writeDeadLetter(entry, "odd");
        synchronized (tables) {
            List.copyOf(tables.letters.keySet()).forEach(id -> {
                var _ = purge(id);
            });
        }
    }

    private static <T> List<T> in(VoucherId voucher, Stream<T> all, Function<T, VoucherId> of) {
        return all.filter(one -> of.apply(one).equals(voucher)).toList();
    }

    /** All orders of a sale, whoever claims what. */
    public List<Order> ordersOf(VoucherId voucher) {
        synchronized (tables) {
            Comparator<Order> byId =
                    Comparator.comparingLong(order -> order.id().value());
            return in(voucher, tables.orders.values().stream().sorted(byId), Order::voucher);
        }
    }

    /** All refusals of a sale's accepted orders. */
    public List<OrderProgress.Rejected> rejectionsOf(VoucherId voucher) {
        synchronized (tables) {
            return tables.rejections.values().stream()
                    .filter(rejection -> rejection.voucher().equals(voucher))
                    .map(Tables.Rejection::progress)
                    .toList();
        }
    }

    /** The orders of a sale that buyers were told to be lost. */
    public List<Purchase> lostIn(VoucherId voucher) {
        synchronized (tables) {
            return in(voucher, tables.lost.stream(), Purchase::voucher);
        }
    }

    /** All stock adjustments of a sale. */
    public List<StockAdjustment> adjustmentsOf(VoucherId voucher) {
        synchronized (tables) {
            return in(voucher, tables.adjustments.values().stream(), StockAdjustment::voucher);
        }
    }

    /** So many units of rejected orders the queue has not been given back yet. */
    public int owed(Shard shard) {
        synchronized (tables) {
            return tables.owedBy(shard).size();
        }
    }

    @Override
    public CompletionStage<Optional<Made>> create(NewFlashSale sale, Shard shard) {
        return tables.transaction(() -> {
            if (!shopExists.test(sale.shop())) {
                return Optional.empty();
            }
            NewVoucher voucher = new NewVoucher(
                    sale.shop(), sale.title(), sale.subTitle(), sale.rules(), sale.payValue(), sale.actualValue());
            VoucherRepository.Created made = add(voucher, 1, sale.window().begin());
            VoucherId id = made.voucher();
            long stock = sale.stock();
            SaleWindow window = sale.window();
            Acknowledgement acknowledgement = sale.acknowledgement();
            SaleState state = sale.draft() ? SaleState.DRAFT : SaleState.OPEN;
            tables.sales.put(
                    id, new FlashSale(id, shard, state, window, stock, stock, acknowledgement, 0, sale.options()));
            if (sale.options().waitlist()) {
                tables.waitlists.put(id, 0L);
            }
            return Optional.of(new Made(id, made.change()));
        });
    }

    @Override
    public CompletionStage<List<Voucher>> onSaleIn(ShopId shop) {
        return tables.transaction(() -> vouchers.values().stream()
                .filter(voucher -> voucher.status() == 1 && shop.equals(voucher.shop()) && !isDraft(voucher.id()))
                .map(this::withTerms)
                .toList());
    }

    @Override
    public CompletionStage<Optional<SaleSnapshot>> load(
            VoucherId voucher, Function<? super List<Purchase>, ? extends CompletionStage<?>> work) {
        synchronized (tables) {
            FlashSale sale = tables.sales.get(voucher);
            if (sale == null || isGone(sale) || isDraft(voucher)) {
                return CompletableFuture.completedStage(Optional.empty());
            }
            LoadedSale loaded = contents(voucher);
            CompletionStage<?> worked = work.apply(loaded.purchases(loaded.deadLetters()));
            return worked.thenCompose(
                    _ -> work.apply(loaded.purchases(loaded.claims())).thenApply(_ -> Optional.of(loaded.snapshot())));
        }
    }

    /** What there is of a sale, also when it is over. */
    public LoadedSale contents(VoucherId voucher) {
        synchronized (tables) {
            FlashSale sale = Objects.requireNonNull(tables.sales.get(voucher));
            Map<UserId, OrderId> letters = tables.lettersOf(voucher);
            SaleSnapshot snapshot = new SaleSnapshot(sale, letters.size(), tables.countedIn(voucher));
            Map<UserId, OrderId> claims = new HashMap<>(tables.claimsOf(voucher));
            Map<OrderId, Long> revisions = new HashMap<>(tables.revisions);
            revisions.keySet().retainAll(claims.values());
            return new LoadedSale(snapshot, letters, claims, revisions);
        }
    }

    @Override
    public CompletionStage<List<SaleBalance>> balances(Shard shard, Duration retention) {
        return tables.transaction(() -> salesOf(shard, retention)
                .map(sale -> new SaleBalance(
                        sale,
                        tables.adjustments.values().stream()
                                .filter(one -> one.voucher().equals(sale.voucher())
                                        && one.state() != StockAdjustment.State.REFUSED)
                                .toList(),
                        tables.lettersOf(sale.voucher()).size(),
                        tables.owedBy(shard).stream()
                                .filter(one -> one.voucher().equals(sale.voucher()))
                                .count(),
                        tables.lost.stream()
                                .filter(one -> one.voucher().equals(sale.voucher()))
                                .count(),
                        tables.revivedIn.getOrDefault(sale.voucher(), 0L)))
                .toList());
    }

    private Stream<FlashSale> salesOf(Shard shard, Duration retention) {
        return tables.sales.values().stream()
                .filter(sale -> sale.shard().equals(shard)
                        && !isDraft(sale.voucher())
                        && (clock.instant().isBefore(sale.window().end().plus(retention))
                                || !tables.lettersOf(sale.voucher()).isEmpty()))
                .sorted(Comparator.comparing((FlashSale sale) -> !isRunning(sale))
                        .thenComparing(FlashSale::voucher, VOUCHERS_BY_ID));
    }

    private boolean isGone(FlashSale sale) {
        return tables.removed.contains(sale.voucher()) && sale.window().end().isBefore(clock.instant());
    }

    private boolean isDraft(VoucherId voucher) {
        FlashSale sale = tables.sales.get(voucher);
        return sale != null && sale.state() == SaleState.DRAFT;
    }

    private boolean isRunning(FlashSale sale) {
        return !isDraft(sale.voucher())
                && !clock.instant().isBefore(sale.window().begin())
                && clock.instant().isBefore(sale.window().end());
    }

    @Override
    public CompletionStage<SaleTally> tally(VoucherId voucher) {
        return tables.transaction(() -> Optional.ofNullable(tables.sales.get(voucher))
                .map(sale -> new SaleTally(
                        sale.issued(),
                        sale.stock(),
                        tables.claimsOf(voucher).size(),
                        ordersIn(voucher, Set.of(OrderStatus.CANCELLED)),
                        ordersIn(voucher, Set.of(OrderStatus.REFUNDING, OrderStatus.REFUNDED)),
                        ordersIn(voucher, Set.of(OrderStatus.PAID)),
                        ordersIn(voucher, Set.of(OrderStatus.USED)),
                        rejectionsOf(voucher).size()))
                .orElse(SaleTally.NONE));
    }

    private long ordersIn(VoucherId voucher, Set<OrderStatus> statuses) {
        return tables.orders.values().stream()
                .filter(order -> order.voucher().equals(voucher) && statuses.contains(order.status()))
                .count();
    }

    /**
     * Copies everything now; to run the answer is to restore the copy, as a promoted replica that lags does. Writers lose
     * their connections then.
     */
    public Runnable copy() {
        synchronized (tables) {
            Tables copy = tables.copy();
            return () -> {
                synchronized (tables) {
                    tables.restore(copy);
                }
            };
        }
    }

    @Override
    public CompletionStage<Optional<FlashSale>> find(VoucherId voucher) {
        return tables.transaction(
                () -> Optional.ofNullable(tables.sales.get(voucher)).filter(sale -> !isDraft(voucher)));
    }

    @Override
    public CompletionStage<Set<Shard>> shards() {
        return tables.transaction(
                () -> tables.sales.values().stream().map(FlashSale::shard).collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public CompletionStage<List<VoucherId>> running(Shard shard) {
        return tables.transaction(() -> tables.sales.values().stream()
                .filter(sale -> sale.shard().equals(shard) && isRunning(sale))
                .map(FlashSale::voucher)
                .sorted(VOUCHERS_BY_ID)
                .toList());
    }

    /** Pauses a sale, or lets it go on, in the database alone. */
    public CompletionStage<Optional<FlashSale>> setState(VoucherId voucher, SaleState state) {
        return CompletableFuture.completedStage(FlashSales.setState(saleChanges(), voucher, state));
    }

    /** The changes of the sales, over the same tables. */
    public SaleChanges saleChanges() {
        return new InMemorySaleChanges(tables, vouchers, clock, () -> ++lastChange);
    }

    /** What staff did to sales. */
    public List<StaffAction> audited() {
        synchronized (tables) {
            return List.copyOf(tables.audited);
        }
    }

    @Override
    public CompletionStage<Optional<FlashSale>> raiseVersion(FlashSale seen, long queued) {
        return tables.transaction(() -> Optional.ofNullable(tables.sales.get(seen.voucher()))
                .filter(sale -> sale.version() == seen.version()
                        && tables.changes.values().stream()
                                .noneMatch(row -> row.decision().isEmpty()
                                        && row.change().sale().voucher().equals(seen.voucher())))
                .map(sale -> {
                    long version = Math.max(queued + 1, InMemorySaleChanges.nextVersion(sale, clock));
                    FlashSale raised = FlashSales.in(sale, sale.state(), version);
                    tables.sales.put(sale.voucher(), raised);
                    return raised;
                }));
    }

    /** As other software does that writes the table. */
    public void moveWindow(VoucherId voucher, SaleWindow window) {
        synchronized (tables) {
            tables.sales.computeIfPresent(voucher, (_, sale) -> FlashSales.with(sale, window));
        }
    }

    @Override
    public CompletionStage<List<FlashSale>> unconfirmed(long after, int max) {
        return salesThat(
                sale -> sale.version() > tables.confirmed.getOrDefault(sale.voucher(), 0L)
                        && !isDraft(sale.voucher())
                        && !tables.removed.contains(sale.voucher()),
                after,
                max);
    }

    @Override
    public CompletionStage<Void> confirm(VoucherId voucher, long version) {
        return tables.change(() -> {
            tables.confirmed.merge(voucher, version, Math::max);
        });
    }

    @Override
    public CompletionStage<List<FlashSale>> over(Duration retention, long after, int max) {
        return salesThat(
                sale -> sale.window().end().plus(retention).isBefore(clock.instant())
                        && !tables.removed.contains(sale.voucher())
                        && tables.lettersOf(sale.voucher()).isEmpty(),
                after,
                max);
    }

    @Override
    public CompletionStage<Void> markRemoved(VoucherId voucher) {
        return tables.change(() -> {
            tables.removed.add(voucher);
        });
    }

    private CompletionStage<List<FlashSale>> salesThat(Predicate<FlashSale> wanted, long after, int max) {
        return tables.transaction(() -> tables.sales.values().stream()
                .filter(sale -> sale.voucher().value() > after && wanted.test(sale))
                .sorted(Comparator.comparing(FlashSale::voucher, VOUCHERS_BY_ID))
                .limit(max)
                .toList());
    }

    @Override
    public CompletionStage<Written> write(long id, VoucherId voucher, String name, long units) {
        synchronized (tables) {
            FlashSale sale = tables.sales.get(voucher);
            if (sale == null) {
                return CompletableFuture.completedStage(new Written.NoSuchSale());
            }
            Optional<StockAdjustment> earlier = tables.adjustments.values().stream()
                    .filter(one -> one.voucher().equals(voucher) && one.name().equals(name))
                    .findFirst();
            if (earlier.isEmpty() && sale.stock() + units > Integer.MAX_VALUE) {
                return CompletableFuture.completedStage(new Written.TooMany());
            }
            return CompletableFuture.completedStage(new Written.Stands(earlier.orElseGet(() -> {
                StockAdjustment made =
                        new StockAdjustment(id, sale.shard(), voucher, name, units, StockAdjustment.State.PENDING);
                tables.adjustments.put(id, made);
                tables.sales.put(voucher, units > 0 ? FlashSales.with(sale, units, units) : sale);
                return made;
            })));
        }
    }

    @Override
    public CompletionStage<Void> finish(Epoch epoch, StockAdjustment adjustment) {
        return tables.change(() -> {
            tables.requireCurrent(epoch);
            tables.pending(adjustment).ifPresent(this::finish);
        });
    }

    private void finish(StockAdjustment known) {
        FlashSale sale = tables.sales.get(known.voucher());
        if (sale != null && known.units() < 0) {
            if (sale.stock() + known.units() < 0) {
                throw new Conflict("the ledger has fewer units");
            }
            tables.sales.put(known.voucher(), FlashSales.with(sale, known.units(), known.units()));
        }
        tables.end(known, StockAdjustment.State.DONE);
    }

    @Override
    public CompletionStage<Void> refuse(Epoch epoch, StockAdjustment adjustment) {
        return tables.change(() -> {
            tables.requireCurrent(epoch);
            tables.pending(adjustment).ifPresent(known -> tables.end(known, StockAdjustment.State.REFUSED));
        });
    }

    @Override
    public CompletionStage<List<StockAdjustment>> pending(long after, int max) {
        return tables.transaction(() -> tables.adjustments.values().stream()
                .filter(one -> one.state() == StockAdjustment.State.PENDING && one.id() > after)
                .limit(max)
                .toList());
    }

    @Override
    public CompletionStage<List<OrderProgress>> findAll(Set<OrderId> ids) {
        synchronized (tables) {
            Stream<OrderProgress> lost = tables.lost.stream()
                    .filter(one -> ids.contains(one.order()))
                    .map(one -> new OrderProgress.Rejected(one.order(), one.buyer(), RejectionReason.LOST));
            return CompletableFuture.completedStage(
                    Stream.concat(ids.stream().map(this::progress).flatMap(Optional::stream), lost)
                            .toList());
        }
    }

    @Override
    public CompletionStage<Optional<OrderProgress>> find(VoucherId voucher, UserId buyer) {
        synchronized (tables) {
            OrderId claim = tables.claimsOf(voucher).get(buyer);
            return CompletableFuture.completedStage(
                    claim != null
                            ? progress(claim)
                            : Optional.ofNullable(tables.lettersOf(voucher).get(buyer))
                                    .<OrderProgress>map(letter -> new OrderProgress.Queued(letter, buyer))
                                    .or(() -> tables.rejectionOf(voucher, buyer)));
        }
    }

    private Optional<OrderProgress> progress(OrderId id) {
        Order order = tables.orders.get(id);
        return order != null
                ? Optional.of(new OrderProgress.Settled(order))
                : Optional.ofNullable(tables.rejections.get(id))
                        .<OrderProgress>map(Tables.Rejection::progress)
                        .or(() -> tables.letters.values().stream()
                                .flatMap(letter -> letter.replayable().stream())
                                .filter(letter -> letter.order().equals(id))
                                .findFirst()
                                .map(letter -> new OrderProgress.Queued(id, letter.buyer())));
    }

    @Override
    public CompletionStage<Optional<OrderProgress>> find(OrderId id) {
        return tables.transaction(() -> progress(id));
    }

    @Override
    public CompletionStage<Optional<Instant>> payUntil(Order order) {
        synchronized (tables) {
            return CompletableFuture.completedStage(Optional.ofNullable(tables.payUntil.get(order.id())));
        }
    }

    @Override
    public CompletionStage<Optional<OrderId>> largest(OrderId bound) {
        return tables.transaction(() -> tables.orders.keySet().stream()
                .filter(id -> id.value() <= bound.value())
                .max(Comparator.comparingLong(OrderId::value)));
    }

    @Override
    public CompletionStage<List<DeadLetter>> list(long after, int max) {
        return tables.transaction(() -> tables.letters.values().stream()
                .filter(letter -> letter.id() > after)
                .limit(max)
                .toList());
    }

    @Override
    public CompletionStage<Optional<DeadLetter>> find(long id) {
        return tables.transaction(() -> Optional.ofNullable(tables.letters.get(id)));
    }

    @Override
    public CompletionStage<Boolean> remove(long id) {
        return tables.transaction(() -> tables.letters.remove(id) != null);
    }

    @Override
    public CompletionStage<Boolean> purge(long id) {
        synchronized (tables) {
            DeadLetter letter = tables.letters.remove(id);
            if (letter != null) {
                letter.replayable()
                        .filter(purchase -> !purchase.order()
                                .equals(tables.claimsOf(purchase.voucher()).get(purchase.buyer())))
                        .ifPresent(purchase -> tables.reject(letter.shard(), purchase, RejectionReason.UNWRITABLE));
            }
            return CompletableFuture.completedStage(letter != null);
        }
    }

    @Override
    public CompletionStage<Void> requestSkip(Shard shard, OrderId order) {
        return tables.change(() -> {
            tables.requestSkip(shard, order);
        });
    }

    @Override
    public CompletionStage<Void> endSkips() {
        return tables.change(() -> {
            tables.letters
                    .values()
                    .removeIf(letter -> letter.entry() == null
                            && letter.order() != null
                            && (tables.orders.containsKey(letter.order())
                                    || tables.rejections.containsKey(letter.order())));
        });
    }

    @Override
    public CompletionStage<Writer> becomeWriter(Shard shard) {
        synchronized (tables) {
            long fence = tables.raiseFence(shard);
            return CompletableFuture.completedStage(new InMemoryWriter(tables, shard, fence, clock));
        }
    }

    @Override
    public CompletionStage<List<Purchase>> pending(Shard shard, long after, int max) {
        return tables.transaction(() -> tables.owedBy(shard).stream()
                .filter(purchase -> purchase.order().value() > after)
                .sorted(Comparator.comparingLong(purchase -> purchase.order().value()))
                .limit(max)
                .toList());
    }

    @Override
    public CompletionStage<Void> markReleased(List<Purchase> returned) {
        return tables.change(() -> {
            returned.forEach(purchase -> tables.owed.values().forEach(owed -> owed.remove(purchase)));
        });
    }

    /** What was released is forgotten at once. */
    @Override
    public CompletionStage<Integer> prune(Duration age) {
        return CompletableFuture.completedStage(0);
    }

    @Override
    public CompletionStage<Map<UserId, OrderId>> claims(VoucherId voucher, Set<UserId> buyers) {
        synchronized (tables) {
            Map<UserId, OrderId> claims = new HashMap<>(tables.claimsOf(voucher));
            claims.keySet().retainAll(buyers);
            return CompletableFuture.completedStage(claims);
        }
    }

    @Override
    public CompletionStage<Set<Long>> undecided(Set<Long> revisions) {
        return tables.transaction(() -> tables.payments.values().stream()
                .filter(paid -> paid.outcome() == null || paid.outcome() == PaymentLedger.Recorded.LATE)
                .map(paid -> paid.payment().id().value())
                .filter(revisions::contains)
                .collect(Collectors.toSet()));
    }

    /** The last entry of a shard that was settled, or {@link EntryId#ZERO}. */
    public CompletionStage<EntryId> lastSettled(Shard shard) {
        return tables.transaction(() -> tables.lastSettled.getOrDefault(shard, EntryId.ZERO));
    }

    @Override
    public CompletionStage<Epoch> epoch(Shard shard) {
        return tables.transaction(() -> tables.epoch(shard));
    }

    @Override
    public CompletionStage<Void> recordLost(Epoch epoch, Purchase purchase) {
        return tables.change(() -> {
            tables.requireCurrent(epoch);
            tables.lost.add(purchase);
        });
    }

    private Voucher withTerms(Voucher voucher) {
        FlashSale sale = tables.sales.get(voucher.id());
        if (sale == null) {
            return voucher;
        }
        return new Voucher(
                voucher.id(),
                voucher.shop(),
                voucher.title(),
                voucher.subTitle(),
                voucher.rules(),
                voucher.payValue(),
                voucher.actualValue(),
                voucher.type(),
                voucher.status(),
                new Voucher.Terms(
                        sale.stock(),
                        sale.window().begin(),
                        sale.window().end(),
                        new SaleOptions(
                                tables.waitlists.containsKey(sale.voucher()),
                                sale.options().waitingRoom(),
                                sale.options().signedPath())),
                voucher.createTime(),
                voucher.updateTime());
    }
}
