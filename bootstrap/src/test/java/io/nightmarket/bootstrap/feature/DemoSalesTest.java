package io.nightmarket.bootstrap.feature;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class DemoSalesTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:30Z");

    private final ManualClock clock = new ManualClock(NOW);
    private final List<Voucher> market = new ArrayList<>();
    private final List<NewFlashSale> created = new ArrayList<>();
    private boolean isAway;

    private DemoSales node() {
        return new DemoSales(
                shop -> CompletableFuture.completedStage(market.stream()
                        .filter(voucher -> shop.equals(voucher.shop()))
                        .toList()),
                this::create,
                clock);
    }

    private CompletionStage<Void> create(NewFlashSale sale) {
        if (isAway) {
            return CompletableFuture.failedStage(new Unavailable("away"));
        }
        created.add(sale);
        list(
                sale.shop().value(),
                sale.title(),
                new Voucher.Terms(
                        sale.stock(), sale.window().begin(), sale.window().end(), sale.options()));
        return CompletableFuture.completedStage(null);
    }

    private void list(long shop, String title, Voucher.Terms terms) {
        market.add(new Voucher(
                new VoucherId(market.size() + 1), new ShopId(shop), title, null, null, 1, 2, 1, 1, terms, NOW, NOW));
    }

    private void openDemo() {
        list(
                1,
                "今夜开抢：100 元代金券",
                new Voucher.Terms(100, NOW.minusSeconds(1), NOW.plus(Duration.ofDays(7)), SaleOptions.NONE));
    }

    @Test
    void thereIsAlwaysOneThatOpensWithinMinutes() {
        openDemo();
        DemoSales node = node();
        Set<String> titles = new HashSet<>();
        for (int minute = 0; minute < 120; minute++) {
            await(node.openNext());
            Instant next = created.getLast().window().begin();
            assertTrue(clock.instant().isBefore(next) || next.equals(clock.instant()), next::toString);
            assertTrue(next.isBefore(clock.instant().plus(Duration.ofMinutes(11))), next::toString);
            created.forEach(sale -> titles.add(sale.title()));
            clock.advance(Duration.ofMinutes(1));
        }
        assertTrue(created.size() < 15, "they are ten minutes apart: " + created.size());
        assertEquals(6, titles.size(), "and take turns");
    }

    @Test
    void anotherNodeAndAStartCreateNoSecondOne() {
        openDemo();
        await(node().openNext());
        await(node().openNext());
        assertEquals(1, created.size());
    }

    @Test
    void anotherMarketIsLeftAlone() {
        list(1, "开业大吉", new Voucher.Terms(100, NOW, NOW.plus(Duration.ofDays(7)), SaleOptions.NONE));
        await(node().openNext());
        assertEquals(List.of(), created);
    }

    @Test
    void afterAFailureTheNextIterationTriesAgain() {
        openDemo();
        DemoSales node = node();
        isAway = true;
        assertThrows(Unavailable.class, () -> await(node.openNext()));
        isAway = false;
        await(node.openNext());
        assertEquals(1, created.size());
    }
}
