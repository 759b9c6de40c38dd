package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static io.nightmarket.mysql.MySqlFixture.execute;
import static io.nightmarket.mysql.MySqlFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.lock.LockEvents;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.OrderLedger.Writer;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.testkit.TestServers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What faults of the server and the network, deadlocks and lack of connections leave behind. */
class MySqlFaultsIT {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private final Shard shard = new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE));
    private final long base = ThreadLocalRandom.current().nextLong(1L << 40, 1L << 60);

    private Writer writer() {
        return await(MYSQL.adapters().orderLedger(Duration.ofDays(1)).becomeWriter(shard));
    }

    private VoucherId sale(int stock) {
        NewFlashSale sale = FlashSales.plain(
                MySqlFixture.newShop(), "券", null, null, 1, 2, stock, new SaleWindow(NOW, NOW.plusSeconds(60)));
        return await(MYSQL.adapters().flashSales().create(sale, shard))
                .orElseThrow()
                .voucher();
    }

    private List<QueuedOrder> orders(VoucherId voucher, int from, int count) {
        List<QueuedOrder> orders = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            orders.add(new QueuedOrder(
                    new EntryId(1, i), new Purchase(new OrderId(base + i), voucher, new UserId(i)), NOW));
        }
        return orders;
    }

    private void assertSold(int units, VoucherId voucher) {
        LoadedSale snapshot =
                await(LoadedSale.read(MYSQL.adapters().flashSales(), voucher)).orElseThrow();
        assertEquals(units, snapshot.claims().size());
        assertEquals(snapshot.sale().issued() - units, snapshot.sale().stock());
        assertEquals(units, number("SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ?", voucher.value()));
    }

    @Test
    void aWriterPausedInItsTransactionIsEndedByATakeOver() throws SQLException {
        VoucherId voucher = sale(5);
        await(writer().close());
        try (Connection paused = MySqlFixture.connection();
                Statement statement = paused.createStatement()) {
            paused.setAutoCommit(false);
            // A writer of another version holds its lock by the same name.
            statement.execute(
                    "SELECT GET_LOCK(CONCAT('fence-', SHA2(CONCAT_WS(' ', DATABASE(), 'order_shard', fence + 1,"
                            + " SHA2(shard, 224)), 224)), 0) FROM order_shard WHERE shard = " + shard.number());
            statement.execute("UPDATE order_shard SET fence = fence + 1 WHERE shard = " + shard.number());
            paused.commit();
            statement.execute("UPDATE order_shard SET last_ms = 99 WHERE shard = " + shard.number());
            // Who would wait for the row instead would fail.
            Writer next = writer();
            assertEquals(EntryId.ZERO, next.lastSettled());
            assertEquals(2, await(next.settle(orders(voucher, 1, 2))).settled().size());
            await(next.close());
        }
        assertSold(2, voucher);
    }

    @Test
    void aConnectionKilledInMidSettlementLosesAndDoublesNothing() throws SQLException {
        VoucherId voucher = sale(50);
        List<QueuedOrder> batch = orders(voucher, 1, 20);
        Writer writer = writer();
        try (Connection blocker = MySqlFixture.connection();
                Statement statement = blocker.createStatement()) {
            blocker.setAutoCommit(false);
            statement.execute("UPDATE tb_seckill_voucher SET stock = stock WHERE voucher_id = " + voucher.value());
            CompletionStage<Settlement> stuck = writer.settle(batch);
            awaitClaimsLocked();
            long connection = number("SELECT connection_id FROM order_shard WHERE shard = ?", shard.number());
            var _ = execute("KILL " + connection);
            DomainFailure failure = failureOf(DomainFailure.class, stuck);
            assertFalse(failure instanceof Corrupt || failure instanceof Conflict, failure::toString);
            blocker.rollback();
        }
        await(writer.close());
        Writer next = writer();
        assertEquals(EntryId.ZERO, next.lastSettled());
        assertEquals(20, await(next.settle(batch)).settled().size());
        assertEquals(Settlement.NOTHING, await(next.settle(batch)));
        await(next.close());
        assertSold(20, voucher);
    }

    /** Returns when the writer waits for the stock's row, its claims written. */
    private static void awaitClaimsLocked() {
        eventually(
                Stages::pause,
                () -> number(
                                "SELECT COUNT(*) FROM information_schema.processlist"
                                        + " WHERE info LIKE 'UPDATE tb_seckill_voucher SET stock = stock -%' AND command = 'Execute'")
                        > 0);
    }

    @Test
    void aStatementThatWaitsTooLongFailsInTimeAndThePoolGoesOn() throws SQLException {
        MySqlConfig hasty = new MySqlConfig(
                MySqlFixture.CONFIG.uri(),
                1,
                Duration.ofSeconds(20),
                Duration.ofSeconds(5),
                Duration.ofSeconds(3),
                MySqlTls.AUTO);
        VoucherId voucher = sale(5);
        try (MySqlFixture impatient = new MySqlFixture(hasty);
                Connection blocker = MySqlFixture.connection();
                Statement statement = blocker.createStatement()) {
            blocker.setAutoCommit(false);
            Writer writer =
                    await(impatient.adapters().orderLedger(Duration.ofDays(1)).becomeWriter(shard));
            statement.execute("UPDATE tb_seckill_voucher SET stock = stock WHERE voucher_id = " + voucher.value());
            DomainFailure failure = failureOf(DomainFailure.class, writer.settle(orders(voucher, 1, 1)));
            assertFalse(failure instanceof Corrupt || failure instanceof Conflict, failure::toString);
            blocker.rollback();
            await(writer.close());
            await(impatient.adapters().ping());
        }
        assertSold(0, voucher);
    }

    /** A machine that is cut off ends no connection, and its transactions would keep their locks. */
    @Test
    void aSessionThatIsSilentIsEndedByTheServer() {
        Databases databases = new Databases(MYSQL.vertx(), MySqlFixture.CONFIG);
        for (Database database : List.of(databases.shared(), databases.transactional(1))) {
            long seconds = await(database.answer(
                    "SELECT CAST(@@SESSION.wait_timeout AS SIGNED) AS seconds",
                    rows -> Rows.first(rows, row -> Columns.number(row, "seconds"))
                            .orElseThrow()));
            assertEquals(30, seconds);
            await(database.close().toCompletionStage());
        }
    }

    @Test
    void anUnreachableServerIsUnavailableInTime() {
        Duration second = Duration.ofSeconds(1);
        MySqlConfig nowhere =
                new MySqlConfig("mysql://nm:nm@127.0.0.1:1/nothing", 1, second, second, second, MySqlTls.AUTO);
        try (MySqlFixture lost = new MySqlFixture(nowhere)) {
            Unavailable ping = failureOf(Unavailable.class, lost.adapters().ping());
            Unavailable writer = failureOf(
                    Unavailable.class,
                    lost.adapters().orderLedger(Duration.ofDays(1)).becomeWriter(shard));
            assertFalse((ping.toString() + writer).contains("nm:nm"));
        }
    }

    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger holding = new AtomicInteger();
    private final Promise<Void> bothHold = Promise.promise();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bothAreDoneOnceAndNothingIsCommittedBehindTheDeadlock(boolean transactional) {
        Databases databases = new Databases(MYSQL.vertx(), MySqlFixture.CONFIG);
        Database database = transactional ? databases.transactional(2) : databases.shared();
        ShopId left = MySqlFixture.newShop();
        ShopId right = MySqlFixture.newShop();
        ShopId byFirst = MySqlFixture.newShop();
        ShopId bySecond = MySqlFixture.newShop();

        Future<?> first = database.inTransaction(work(left, right, byFirst));
        Future<?> second = database.inTransaction(work(right, left, bySecond));

        var _ = await(Future.join(first, second).toCompletionStage());
        assertEquals(3, runs.get(), "one was rolled back and run again");
        assertEquals(2, sold(left));
        assertEquals(2, sold(right));
        assertEquals(1, sold(byFirst));
        assertEquals(1, sold(bySecond));
        await(database.close().toCompletionStage());
    }

    /** The last two statements are sent without waiting for one another. */
    private Function<DatabaseSession, Future<Void>> work(ShopId own, ShopId other, ShopId last) {
        return session -> {
            runs.incrementAndGet();
            return sell(session, own)
                    .onSuccess(_ -> {
                        if (holding.incrementAndGet() == 2) {
                            bothHold.complete();
                        }
                    })
                    .compose(_ -> bothHold.future())
                    .compose(_ -> Future.join(sell(session, other), sell(session, last)))
                    .mapEmpty();
        };
    }

    private static Future<?> sell(DatabaseSession session, ShopId shop) {
        return session.run("UPDATE tb_shop SET sold = sold + 1 WHERE id = ?", shop.value());
    }

    private static long sold(ShopId shop) {
        return MySqlFixture.number("SELECT sold FROM tb_shop WHERE id = ?", shop.value());
    }

    private static final Duration WAIT = Duration.ofSeconds(2);

    /** Each pool there is, of one connection. */
    static Stream<Named<Function<Databases, Database>>> pools() {
        return Stream.of(
                Named.of("shared", Databases::shared),
                Named.of("transactional", databases -> databases.transactional(1)),
                Named.of("dedicated", Databases::dedicated));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void itIsThereForTheNextCallerAndThePoolCanBeClosed(Function<Databases, Database> pool) {
        MySqlConfig config = new MySqlConfig(TestServers.mysqlUri(), 1, WAIT, WAIT, WAIT, MySqlTls.AUTO);
        Database database = pool.apply(new Databases(MYSQL.vertx(), config));
        DatabaseSession held = await(database.session().toCompletionStage());
        Stream.generate(() -> database.session().toCompletionStage())
                .limit(3)
                .toList()
                .forEach(waiting -> {
                    var _ = failureOf(Unavailable.class, waiting);
                });

        await(held.close().toCompletionStage());

        DatabaseSession next = await(database.session().toCompletionStage());
        var _ = await(next.command("SELECT 1").toCompletionStage());
        await(next.close().toCompletionStage());
        await(database.close().toCompletionStage());
    }

    /** It takes connections and says nothing, as one behind a partition. */
    @Test
    void ofASilentServerWhoWantsToBecomeTheWriterIsRefusedAndMayAskAgain() throws IOException {
        Duration brief = Duration.ofMillis(200);
        try (ServerSocket silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            String uri = "mysql://nobody:nothing@127.0.0.1:" + silent.getLocalPort() + "/nowhere";
            MySqlConfig config = new MySqlConfig(uri, 1, brief, brief, brief, MySqlTls.AUTO);
            OrderLedger ledger =
                    MySqlAdapters.create(MYSQL.vertx(), config, LockEvents.NONE).orderLedger(Duration.ofDays(1));

            var _ = failureOf(Unavailable.class, ledger.becomeWriter(Shard.FIRST));
            var _ = failureOf(Unavailable.class, ledger.becomeWriter(Shard.FIRST));
        }
    }
}
