package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.mysql.MySqlFixture.execute;
import static io.nightmarket.mysql.MySqlFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Rejections and lost orders are deleted once their sale has left the queue, and no sooner. */
final class MySqlUnsettledOrdersIT {

    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private static VoucherId sale(FlashSaleRepository sales) {
        SaleWindow window =
                new SaleWindow(Instant.parse("2026-06-18T12:00:00Z"), Instant.parse("2026-06-18T13:00:00Z"));
        NewFlashSale sale = FlashSales.plain(MySqlFixture.newShop(), "券", null, null, 1, 2, 5, window);
        VoucherId voucher = await(sales.create(sale, Shard.FIRST)).orElseThrow().voucher();
        for (int user = 1; user <= 3; user++) {
            var _ = execute(
                    "INSERT INTO order_rejection (order_id, voucher_id, user_id, reason) VALUES (?, ?, ?, 'SOLD_OUT')",
                    voucher.value() * 1_000_000 + user,
                    voucher.value(),
                    user);
        }
        var _ = execute(
                "INSERT INTO order_lost (order_id, voucher_id, user_id) VALUES (?, ?, 4)",
                voucher.value() * 1_000_000 + 4,
                voucher.value());
        return voucher;
    }

    private static long kept(VoucherId voucher) {
        return number("SELECT COUNT(*) FROM order_rejection WHERE voucher_id = ?", voucher.value())
                + number("SELECT COUNT(*) FROM order_lost WHERE voucher_id = ?", voucher.value());
    }

    @Test
    void onlySalesThatHaveLeftTheQueueArePruned() {
        FlashSaleRepository sales = MYSQL.adapters().flashSales();
        VoucherId running = sale(sales);
        VoucherId over = sale(sales);
        await(sales.markRemoved(over));

        while (await(MYSQL.adapters().unsettledOrders().prune()) > 0) {
            // Sales of other tests come first.
        }

        assertEquals(0, kept(over));
        assertEquals(4, kept(running));
    }
}
