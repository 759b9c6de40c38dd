package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.CacheInvalidator;
import io.nightmarket.domain.memory.InMemoryShops;
import io.nightmarket.domain.simulation.Changed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class ShopInvalidationTest {
    private static final Duration RETENTION = Duration.ofHours(1);

    private final List<String> steps = new ArrayList<>();
    private final InMemoryShops shops = new InMemoryShops();
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

        assertInstanceOf(
                Unavailable.class, failureOf(invalidation(Instant.EPOCH).invalidate("7")));

        assertEquals(List.of("filter 7", "invalidate"), steps);
    }

    @Test
    void aNewShopIsListedAfterItsTypeAndAnOldOneIsListedAlready() {
        Shop shop =
                new Shop(new ShopId(7), "店", 4, "", null, "路", 1, 2, null, 0, 0, 0, null, Instant.EPOCH, Instant.EPOCH);
        shops.add(shop);

        await(invalidation(Instant.EPOCH.plus(RETENTION)).refreshDerived("7"));
        assertEquals(List.of(), steps);

        await(invalidation(Instant.EPOCH).refreshDerived("7"));
        assertEquals("type 4", steps.getFirst());
        assertEquals("page", steps.getLast());
    }
}
