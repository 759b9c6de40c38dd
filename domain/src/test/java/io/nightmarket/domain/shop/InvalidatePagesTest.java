package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.memory.InMemoryShops;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InvalidatePagesTest {
    private static final long TYPE = 4;

    private final InMemoryShops shops = new InMemoryShops();
    private final Map<ShopPageKey, List<ShopId>> copies = new HashMap<>();
    private final InvalidatePages forgetPages = new InvalidatePages(
            shops,
            _ -> CompletableFuture.completedStage(null),
            page -> {
                copies.remove(page);
                return CompletableFuture.completedStage(null);
            },
            Duration.ofHours(1),
            Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

    private ShopId open(long type) {
        NewShop shop = new NewShop("店", type, "", null, "路", 1, 2, null, null);
        ShopId id = await(shops.create(shop, Optional.empty())).id();
        await(forgetPages.listing(id));
        return id;
    }

    /** As it was when somebody asked first. */
    private List<ShopId> page(ShopOrder order, int number) {
        long offset = (long) number * ListShops.PAGE_SIZE;
        return copies.computeIfAbsent(
                new ShopPageKey(TYPE, order, offset),
                _ -> await(shops.pageOfType(TYPE, order, offset, ListShops.PAGE_SIZE)));
    }

    /** Up to an empty one, which is kept as well. */
    private List<ShopId> allPages(ShopOrder order) {
        List<ShopId> all = new ArrayList<>();
        for (int number = 0; all.size() == number * ListShops.PAGE_SIZE; number++) {
            List<ShopId> page = page(order, number);
            all.addAll(page);
            if (page.isEmpty()) {
                break;
            }
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void whoBeginsAfterShopsWereOpenedMeetsThemAll(ShopOrder order) {
        List<ShopId> opened = new ArrayList<>();
        for (int i = 0; i < 45; i++) {
            assertEquals(opened, allPages(order), i + " shops");
            opened.add(open(TYPE));
            var _ = open(TYPE + 1);
        }
    }

    @Test
    void oneThatWasNotVisibleYetHidesNoOther() {
        for (int i = 0; i < 9; i++) {
            var _ = open(TYPE);
        }
        appears(11);
        assertEquals(10, allPages(ShopOrder.ID).size());
        appears(10);
        assertEquals(11, allPages(ShopOrder.ID).size());
    }

    private void appears(long id) {
        Shop shop = new Shop(
                new ShopId(id), "店", TYPE, "", null, "路", 1, 2, null, 0, 0, 0, null, Instant.EPOCH, Instant.EPOCH);
        shops.add(shop);
        await(forgetPages.listing(shop.id()));
    }
}
