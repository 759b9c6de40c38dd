package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.CacheInvalidator;
import io.nightmarket.domain.memory.InMemoryShops;
import io.nightmarket.domain.simulation.Changed;
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
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a change of a shop invalidates, in which order, and that no page of a type lacks a shop afterwards. */
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

    private static Shop shop(long id) {
        return new Shop(
                new ShopId(id), "店", TYPE, "", null, "路", 1, 2, null, 0, 0, 0, null, Instant.EPOCH, Instant.EPOCH);
    }

    private void appears(long id) {
        shops.add(shop(id));
        await(forgetPages.listing(new ShopId(id)));
    }

    private static final Duration RETENTION = Duration.ofHours(1);

    private final List<String> steps = new ArrayList<>();
    private CompletionStage<Void> filter = CompletableFuture.completedStage(null);

    private ShopInvalidation invalidation(Instant now) {
        CacheInvalidator.Target cache = Changed.calls(CacheInvalidator.Target.class, (_, method, _) -> {
            steps.add(method.getName());
            return CompletableFuture.completedStage("incarnation");
        });
        InvalidatePages pages = new InvalidatePages(
                shops,
                type -> {
                    steps.add("type " + type);
                    return CompletableFuture.completedStage(null);
                },
                page -> {
                    steps.add("page");
                    return CompletableFuture.completedStage(null);
                },
                RETENTION,
                Clock.fixed(now, ZoneOffset.UTC));
        return new ShopInvalidation(
                cache,
                shop -> {
                    steps.add("filter " + shop.value());
                    return filter;
                },
                pages,
                Optional.empty());
    }

    @Test
    void theFilterHasTheShopBeforeItsEntryIsRemoved() {
        assertEquals("incarnation", await(invalidation(Instant.EPOCH).invalidate("7")));

        assertEquals(List.of("filter 7", "invalidate"), steps);
    }

    @Test
    void theEntryIsRemovedAlsoWhenTheFilterFailsAndTheChangeStaysUnconfirmed() {
        filter = CompletableFuture.failedStage(new Unavailable("away"));

        var _ = failureOf(Unavailable.class, invalidation(Instant.EPOCH).invalidate("7"));

        assertEquals(List.of("filter 7", "invalidate"), steps);
    }

    @Test
    void aNewShopIsListedAfterItsTypeAndAnOldOneIsListedAlready() {
        shops.add(shop(7));

        await(invalidation(Instant.EPOCH.plus(RETENTION)).refreshDerived("7"));
        assertEquals(List.of(), steps);

        await(invalidation(Instant.EPOCH).refreshDerived("7"));
        assertEquals("type 4", steps.getFirst());
        assertEquals("page", steps.getLast());
    }
}
