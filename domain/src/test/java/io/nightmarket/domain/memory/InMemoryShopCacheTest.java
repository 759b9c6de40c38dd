package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.ShopCacheContract;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopCache;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

class InMemoryShopCacheTest extends ShopCacheContract {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T19:30:00Z"));

    @Override
    protected ShopCache shopCache(Function<ShopId, CompletionStage<Optional<Shop>>> database) {
        return Readers.shops(Readers.cache(TIMES, clock), database, clock, new RealTimers());
    }

    @Override
    protected void elapse(Duration time) {
        clock.advance(time);
    }
}
