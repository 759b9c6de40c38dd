package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.contract.ShopLocationsContract;
import io.nightmarket.domain.memory.InMemoryShopPlaces;
import io.nightmarket.domain.shop.IndexShop;
import io.nightmarket.domain.shop.MaintainShopIndex;
import io.nightmarket.domain.shop.ShopIndex;
import io.nightmarket.domain.shop.ShopLocations;
import io.nightmarket.domain.shop.ShopPlace;
import io.nightmarket.redis.shop.RedisShopIndex;
import io.nightmarket.redis.shop.RedisShopLocations;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisShopLocationsIT extends ShopLocationsContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final InMemoryShopPlaces places = new InMemoryShopPlaces();
    private final ShopIndex index = new RedisShopIndex(REDIS.link());

    @BeforeEach
    void build() {
        await(new MaintainShopIndex(places, index, Duration.ofHours(6), System::nanoTime).iterate());
    }

    @Override
    protected ShopLocations locations() {
        return new RedisShopLocations(REDIS.link());
    }

    @Override
    protected void add(List<ShopPlace> shops) {
        for (ShopPlace shop : shops) {
            places.put(shop);
            await(new IndexShop(places, index).refresh(shop.id()));
        }
    }
}
