package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.waiting.RoomRecords;
import io.nightmarket.domain.sale.waiting.RoomSale;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class RoomRecordsContract {
    private static final Instant BEGIN = Instant.parse("2020-01-01T00:00:00Z");
    private static final Instant LATER = Instant.parse("2036-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2037-01-01T00:00:00Z");
    private static final SaleWindow RUNNING = new SaleWindow(BEGIN, END);

    /** More than all tests of a run make. */
    private static final int MAX_LISTED = 1_000;

    private final Shard shard = new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE));

    protected abstract RoomRecords records();

    protected abstract FlashSaleRepository sales();

    protected abstract ShopId shop();

    protected abstract void plantOrder(OrderId id, UserId user, VoucherId voucher, Instant at);

    private VoucherId sale(SaleWindow window, boolean room) {
        NewFlashSale sale = FlashSales.withOptions(shop(), 1, window, new SaleOptions(false, room, false));
        return await(sales().create(sale, shard)).orElseThrow().voucher();
    }

    private List<RoomSale> listed(VoucherId sale) {
        return await(records().running(MAX_LISTED)).stream()
                .filter(one -> one.voucher().equals(sale))
                .toList();
    }

    @Test
    void salesWithARoomAreListedWhileTheyAreOn() {
        VoucherId sale = sale(RUNNING, true);
        assertEquals(List.of(new RoomSale(sale, shard, RUNNING, 0)), listed(sale));
        assertEquals(List.of(), listed(sale(RUNNING, false)));
        assertEquals(List.of(), listed(sale(new SaleWindow(BEGIN, BEGIN.plusSeconds(60)), true)));
        assertEquals(List.of(), listed(sale(new SaleWindow(LATER, END), true)));
    }

    @Test
    void aUserHasBoughtSinceATimeOfTheQueue() {
        VoucherId sale = sale(RUNNING, true);
        UserId user = new UserId(ThreadLocalRandom.current().nextLong(1L << 40));
        plantOrder(new OrderId(ThreadLocalRandom.current().nextLong(1L << 50)), user, sale, BEGIN);
        assertTrue(await(records().hasBought(sale, user, BEGIN.minusSeconds(60))));
        assertTrue(await(records().hasBought(sale, user, BEGIN.plusMillis(900))), "orders have whole seconds");
        assertFalse(await(records().hasBought(sale, user, BEGIN.plusSeconds(1))));
        assertFalse(await(records().hasBought(sale(RUNNING, true), user, BEGIN)));
        assertFalse(await(records().hasBought(sale, new UserId(user.value() + 1), BEGIN)));
    }

    @Test
    void revokedTicketsAreListedByUser() {
        VoucherId sale = sale(RUNNING, true);
        assertEquals(List.of(), await(records().revoked(sale, 0, 10)));
        for (long user : new long[] {7, 5, 9, 5}) {
            await(records().revoke(sale, new UserId(user)));
        }
        assertEquals(List.of(new UserId(5), new UserId(7)), await(records().revoked(sale, 0, 2)));
        assertEquals(List.of(new UserId(9)), await(records().revoked(sale, 7, 2)));
        assertEquals(List.of(), await(records().revoked(sale(RUNNING, true), 0, 10)));
    }
}
