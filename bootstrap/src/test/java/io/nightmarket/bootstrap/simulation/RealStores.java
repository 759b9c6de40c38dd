package io.nightmarket.bootstrap.simulation;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.payment.LatePayments;
import io.nightmarket.domain.order.payment.PaymentLedger;
import io.nightmarket.domain.order.payment.Refunds;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.operation.DeadLetters;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.operation.StockAdjustments;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.SaleOpening;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import io.nightmarket.domain.simulation.Servers;
import io.nightmarket.domain.simulation.Stores;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.Reply;
import io.nightmarket.redis.link.SteeredRedis;
import io.nightmarket.testkit.Eventually;
import io.vertx.redis.client.Command;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The adapters on {@link RealServers} in one schedule. A call is carried out when it arrives, and the schedule waits for its
 * end; so calls don't overlap. What waits in Redis by itself, a read, waits in virtual time instead.
 */
final class RealStores implements Stores {
    private static final int SHARD = Shard.FIRST.number();
    private static final String COPY = "copy%d_%s";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RealServers real;
    private final SteeredRedis queue;
    private final Setting setting;
    private final Servers servers;
    private final List<Long> writers = new ArrayList<>();
    private int lastRedisCopy = RealServers.LEASES;
    private int lastTableCopy;

    RealStores(RealServers real, SteeredRedis queue, Setting setting) {
        this.real = real;
        this.queue = queue;
        this.setting = setting;
        empty();
        Runnable databaseTime = () -> real.time().set(setting.databaseClock().instant());
        FlashSaleRepository sales =
                played(FlashSaleRepository.class, real.mysql().flashSales(), databaseTime);
        this.servers = new Servers(
                waiting(queue),
                played(OrderLedger.class, real.mysql().orderLedger(setting.payWithin()), databaseTime),
                played(OrderRepository.class, real.mysql().orders(), databaseTime),
                loading(sales),
                played(StockAdjustments.class, real.mysql().stockAdjustments(), databaseTime),
                played(SaleChanges.class, real.mysql().saleChanges(), databaseTime),
                played(PendingReleases.class, real.mysql().pendingReleases(), databaseTime),
                played(DeadLetters.class, real.mysql().deadLetters(), databaseTime),
                played(OrderTransitions.class, real.mysql().orderTransitions(), databaseTime),
                played(PaymentLedger.class, real.mysql().payments(), databaseTime),
                played(Refunds.class, real.mysql().refunds(), databaseTime),
                played(LatePayments.class, real.mysql().latePayments(), databaseTime),
                played(
                        LeaseStore.class,
                        real.leases().leases(),
                        () -> real.leases().setTime(setting.clock().instant())),
                played(IdSegments.class, real.mysql().idSegments(), databaseTime));
    }

    private void empty() {
        var _ = queue.send(Command.FLUSHALL);
        queue.restart();
        real.leases().restart();
        real.tables().forEach(table -> real.database().run("DELETE FROM " + table));
        real.database().run("ALTER TABLE tb_voucher AUTO_INCREMENT = 1");
        real.database()
                .run("INSERT INTO tb_shop (id, name, type_id, images, address, x, y) VALUES (1, '', 1, '', '', 0, 0)");
    }

    /** The port whose calls end before they return, each after this preparation. */
    private <T> T played(Class<T> port, T adapter, Runnable preparation) {
        return Changed.calls(port, (proxy, method, arguments) -> {
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            if (!CompletionStage.class.equals(method.getReturnType())) {
                return Changed.invoke(adapter, method, arguments);
            }
            preparation.run();
            return ended(Changed.call(adapter, method, arguments)).thenApply(value -> switch (value) {
                case SaleOpening opening -> played(SaleOpening.class, opening, preparation);
                case OrderLedger.Writer writer -> {
                    writers.addAll(numbers("SELECT connection_id FROM order_shard WHERE shard = " + SHARD));
                    yield played(OrderLedger.Writer.class, writer, preparation);
                }
                case null, default -> value;
            });
        });
    }

    private static <T extends @Nullable Object> CompletionStage<T> ended(CompletionStage<T> call) {
        try {
            return CompletableFuture.completedStage(
                    call.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            return CompletableFuture.failedStage(Objects.requireNonNull(e.getCause()));
        } catch (TimeoutException e) {
            throw new AssertionError("a call that does not end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Slices of a sale are worked on after all were read: the work takes virtual time. */
    private static FlashSaleRepository loading(FlashSaleRepository sales) {
        return Changed.calls(
                FlashSaleRepository.class,
                (_, method, arguments) -> method.getName().equals("load")
                        ? load(sales, Objects.requireNonNull(arguments))
                        : Changed.invoke(sales, method, arguments));
    }

    @SuppressWarnings("unchecked")
    private static CompletionStage<Optional<SaleSnapshot>> load(FlashSaleRepository sales, Object[] arguments) {
        var work = (Function<List<Purchase>, CompletionStage<?>>) arguments[1];
        List<List<Purchase>> slices = new ArrayList<>();
        CompletionStage<Optional<SaleSnapshot>> read =
                sales.load((VoucherId) arguments[0], slice -> CompletableFuture.completedStage(slices.add(slice)));
        return read.thenCompose(snapshot -> {
            CompletionStage<?> done = CompletableFuture.completedStage(null);
            for (List<Purchase> slice : slices) {
                done = done.thenCompose(_ -> work.apply(slice));
            }
            return done.thenApply(_ -> snapshot);
        });
    }

    /** The queue whose reads look again when orders came. */
    private WholeQueue waiting(SteeredRedis redis) {
        Clock clock = setting.queueClock();
        WholeQueue played =
                played(WholeQueue.class, redis.queue(setting.backlog()), () -> redis.setTime(clock.instant()));
        List<Runnable> readers = new ArrayList<>();
        return Changed.calls(WholeQueue.class, (_, method, arguments) -> {
            if (method.getName().equals("read")) {
                return read(played, Objects.requireNonNull(arguments), readers);
            }
            Object answer = Changed.invoke(played, method, arguments);
            if (appends(method)) {
                List.copyOf(readers).forEach(Runnable::run);
            }
            return answer;
        });
    }

    private static boolean appends(Method method) {
        return Set.of("admit", "reenqueue").contains(method.getName());
    }

    private CompletionStage<List<QueueEntry>> read(WholeQueue played, Object[] arguments, List<Runnable> readers) {
        CompletableFuture<List<QueueEntry>> found = new CompletableFuture<>();
        Runnable look = () -> {
            List<QueueEntry> entries = await(
                    played.read((Shard) arguments[0], (EntryId) arguments[1], (Integer) arguments[2], Duration.ZERO));
            if (!entries.isEmpty()) {
                found.complete(entries);
            }
        };
        look.run();
        if (!found.isDone()) {
            readers.add(look);
            Timers.Timer end = setting.timers().after((Duration) arguments[3], () -> found.complete(List.of()));
            var _ = found.thenRun(() -> {
                end.cancel();
                readers.remove(look);
            });
        }
        return found;
    }

    @Override
    public Servers servers() {
        return servers;
    }

    @Override
    public void loseQueue() {
        queue.lose();
    }

    @Override
    public void restartQueue() {
        queue.restart();
    }

    @Override
    public Runnable copyQueue() {
        int copy = ++lastRedisCopy;
        queue.copyTo(copy);
        return () -> {
            queue.swapWith(RealServers.QUEUE, copy);
            queue.restart();
        };
    }

    @Override
    public WholeQueue forkQueue() {
        int copy = ++lastRedisCopy;
        queue.copyTo(copy);
        return waiting(real.database(copy, UnaryOperator.identity()));
    }

    @Override
    public boolean loseEntry(RandomGenerator random, boolean damaged) {
        String stream = RedisKeys.orders(Shard.FIRST);
        List<Reply> entries = queue.send(Command.XRANGE, stream, "-", "+").parts();
        if (entries.isEmpty()) {
            return false;
        }
        String any =
                entries.get(random.nextInt(entries.size())).parts().getFirst().text();
        if (!damaged) {
            var _ = queue.send(Command.XDEL, stream, any);
            return true;
        }
        // No entry can be changed: the stream is written once more.
        var _ = queue.send(Command.DEL, stream);
        for (Reply entry : entries) {
            String id = entry.parts().getFirst().text();
            List<Object> words = new ArrayList<>(List.of(stream, id));
            if (id.equals(any)) {
                words.addAll(List.of("damaged", ""));
            } else {
                entry.parts().getLast().parts().forEach(word -> words.add(word.text()));
            }
            var _ = queue.send(Command.XADD, words.toArray());
        }
        return true;
    }

    @Override
    public Runnable copyDatabase() {
        int copy = ++lastTableCopy;
        for (String table : real.tables()) {
            String name = COPY.formatted(copy, table);
            real.database().run("CREATE TABLE IF NOT EXISTS " + name + " LIKE " + table);
            real.database().run("DELETE FROM " + name);
            real.database().run("INSERT INTO " + name + " SELECT * FROM " + table);
        }
        return () -> {
            endWriters();
            for (String table : real.tables()) {
                real.database().run("DELETE FROM " + table);
                real.database().run("INSERT INTO " + table + " SELECT * FROM " + COPY.formatted(copy, table));
            }
        };
    }

    /** Ends the connections that only this schedule needs. */
    void endWriters() {
        String alive = "SELECT id FROM information_schema.processlist WHERE id IN (0"
                + writers.stream().map(id -> "," + id).collect(Collectors.joining()) + ")";
        numbers(alive).forEach(id -> real.database().run("KILL " + id));
        Eventually.holds("the writers' connections end", () -> numbers(alive).isEmpty());
        writers.clear();
    }

    private List<Long> numbers(String sql) {
        return real.database().rows(sql).stream().map(Long::valueOf).toList();
    }

    @Override
    public void plantStock(VoucherId voucher, long more) {
        real.database()
                .run("UPDATE tb_seckill_voucher SET stock = stock + ? WHERE voucher_id = ?", more, voucher.value());
    }

    @Override
    public boolean hasBacklog() {
        return queue.send(Command.XLEN, RedisKeys.orders(Shard.FIRST)).number() > 0;
    }

    @Override
    public boolean owesUnits() {
        return !numbers("SELECT id FROM stock_return WHERE done = 0").isEmpty();
    }

    @Override
    public List<Order> ordersOf(VoucherId voucher) {
        Set<OrderId> ids = numbers("SELECT id FROM tb_voucher_order WHERE voucher_id = " + voucher.value()).stream()
                .map(OrderId::new)
                .collect(Collectors.toSet());
        return await(servers.orders().findAll(ids)).stream()
                .flatMap(found ->
                        found instanceof OrderProgress.Settled(Order order) ? Stream.of(order) : Stream.empty())
                .toList();
    }

    @Override
    public List<OrderProgress.Rejected> rejectionsOf(VoucherId voucher) {
        return cells("SELECT order_id, user_id, reason FROM order_rejection WHERE voucher_id = " + voucher.value()
                        + " ORDER BY order_id")
                .map(row -> new OrderProgress.Rejected(
                        new OrderId(Long.parseLong(row[0])),
                        new UserId(Long.parseLong(row[1])),
                        RejectionReason.valueOf(row[2])))
                .toList();
    }

    /** A sale that is over and was removed is not loaded. */
    @Override
    public LoadedSale contents(VoucherId voucher) {
        String ofSale = " WHERE voucher_id = " + voucher.value();
        long removed = numbers("SELECT removed FROM flash_sale" + ofSale).getFirst();
        real.database().run("UPDATE flash_sale SET removed = 0" + ofSale);
        try {
            return Stages.await(LoadedSale.read(servers().sales(), voucher)).orElseThrow();
        } finally {
            real.database().run("UPDATE flash_sale SET removed = ?" + ofSale, removed);
        }
    }

    @Override
    public List<Purchase> lostIn(VoucherId voucher) {
        return cells("SELECT order_id, user_id FROM order_lost WHERE voucher_id = " + voucher.value())
                .map(row ->
                        new Purchase(new OrderId(Long.parseLong(row[0])), voucher, new UserId(Long.parseLong(row[1]))))
                .toList();
    }

    @Override
    public List<StockAdjustment> adjustmentsOf(VoucherId voucher) {
        return cells("SELECT id, CONVERT(name USING utf8mb4), units, state FROM stock_adjustment WHERE voucher_id = "
                        + voucher.value() + " ORDER BY id")
                .map(row -> new StockAdjustment(
                        Long.parseLong(row[0]),
                        Shard.FIRST,
                        voucher,
                        row[1],
                        Long.parseLong(row[2]),
                        StockAdjustment.State.valueOf(row[3])))
                .toList();
    }

    private Stream<String[]> cells(String sql) {
        return real.database().rows(sql).stream().map(row -> row.split("\\|", -1));
    }
}
