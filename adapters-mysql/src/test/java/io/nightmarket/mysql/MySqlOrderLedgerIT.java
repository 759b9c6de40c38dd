package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static io.nightmarket.mysql.MySqlFixture.execute;
import static io.nightmarket.mysql.MySqlFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.contract.OrderLedgerContract;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.DeadLetters;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.testkit.SiteDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MySqlOrderLedgerIT extends OrderLedgerContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private static final ShopId SHOP = MySqlFixture.newShop();

    @Override
    protected OrderLedger ledger() {
        return MYSQL.adapters().orderLedger(Duration.ofDays(1));
    }

    @Override
    protected PendingReleases returns() {
        return MYSQL.adapters().pendingReleases();
    }

    @Override
    protected DeadLetters letters() {
        return MYSQL.adapters().deadLetters();
    }

    @Override
    protected OrderRepository orders() {
        return MYSQL.adapters().orders();
    }

    @Override
    protected FlashSaleRepository sales() {
        return MYSQL.adapters().flashSales();
    }

    @Override
    protected ShopId shop() {
        return SHOP;
    }

    /** Anybody who is logged in may ask for the result of any order. */
    @Test
    void markingALostOrderNeverWaitsForTheWriterOfTheShard() throws SQLException {
        Shard busy = new Shard(ThreadLocalRandom.current().nextInt(1_000_000, Integer.MAX_VALUE));
        var _ = execute(
                "INSERT INTO order_shard (shard, fence, connection_id, last_ms, last_seq, epoch) VALUES (?, 1, 0, 0, 0, 7)",
                busy.number());
        Purchase lost = new Purchase(
                new OrderId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 60)),
                new VoucherId(busy.number()),
                new UserId(1));
        try (Connection writer = MySqlFixture.connection();
                Statement settling = writer.createStatement()) {
            writer.setAutoCommit(false);
            int _ = settling.executeUpdate("UPDATE order_shard SET last_seq = 1 WHERE shard = " + busy.number());

            await(ledger().recordLost(new Epoch(busy, 7), lost));

            writer.rollback();
        }
        assertEquals(
                1,
                number(
                        "SELECT COUNT(*) FROM order_lost WHERE order_id = ?",
                        lost.order().value()));
    }

    @Test
    void anOrderWhoseRowCanNotBeReadIsKnownNevertheless() {
        OrderId odd = new OrderId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 60));
        plantOrder(odd, new UserId(7), new VoucherId(odd.value()), Instant.now());
        var _ = execute("UPDATE tb_voucher_order SET status = 99 WHERE id = ?", odd.value());

        assertEquals(List.of(new OrderProgress.Queued(odd, new UserId(7))), await(orders().findAll(Set.of(odd))));
    }

    /** The newest settled order is of the buyer whom the database refuses, too. */
    @Test
    void aBuyerWhoseOrdersAreRefusedIsNoFaultOfTheTables() {
        int buyer = ThreadLocalRandom.current().nextInt(1_000_000, Integer.MAX_VALUE);
        VoucherId voucher = sale(5);
        QueuedOrder newest = new QueuedOrder(
                new EntryId(1000, 2),
                new Purchase(new OrderId(Long.MAX_VALUE - buyer), voucher, user(buyer)),
                Instant.now());
        QueuedOrder refused = order(3, sale(5), buyer);
        OrderLedger.Writer writer = writer();
        var _ = await(writer.settle(List.of(order(1, voucher, 1), newest)));
        var _ = execute("CREATE TRIGGER refuse_buyer BEFORE INSERT ON tb_voucher_order FOR EACH ROW IF NEW.user_id = "
                + buyer + " THEN SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 1264, MESSAGE_TEXT = 'refused'; END IF");
        try {
            assertTrue(await(writer.acceptsOrders(refused)));
        } finally {
            var _ = execute("DROP TRIGGER refuse_buyer");
        }
    }

    /** Before any order is settled there is none to insert again. */
    @Test
    void theFirstOrderOfADatabaseCanBeAtFault() {
        try (SiteDatabase empty = new SiteDatabase()) {
            MySqlSchema.migrate(MySqlFixture.config(empty));
            empty.run("INSERT INTO tb_shop (name, type_id, images, address, x, y) VALUES ('试店', 1, '', '', 120, 30)");
            MySqlFixture own = new MySqlFixture(MySqlFixture.config(empty));
            try {
                SaleWindow window = new SaleWindow(Instant.now(), Instant.now().plusSeconds(60));
                NewFlashSale sale = FlashSales.plain(new ShopId(1), "券", null, null, 1, 2, 5, window);
                VoucherId voucher = await(own.adapters().flashSales().create(sale, Shard.FIRST))
                        .orElseThrow()
                        .voucher();
                Purchase purchase = new Purchase(new OrderId(7), voucher, new UserId(1));
                Instant impossible = Instant.parse("9998-12-31T00:00:00Z");
                QueuedOrder refused = new QueuedOrder(new EntryId(1000, 1), purchase, impossible);

                OrderLedger.Writer writer =
                        await(own.adapters().orderLedger(Duration.ofDays(1)).becomeWriter(Shard.FIRST));

                var _ = failureOf(Corrupt.class, writer.settle(List.of(refused)));
                assertTrue(await(writer.acceptsOrders(refused)), "the fault is the order's");
                await(writer.close());
            } finally {
                own.close();
            }
        }
    }

    @Override
    protected void plantOrder(OrderId id, UserId user, VoucherId voucher, Instant at) {
        MySqlFixture.plantOrder(id, user, voucher, at);
    }
}
