package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.contract.ShopGeoSearchContract;
import io.nightmarket.domain.memory.InMemoryShopCoordinates;
import io.nightmarket.domain.shop.IndexShop;
import io.nightmarket.domain.shop.MaintainShopIndex;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopIndex;
import io.nightmarket.redis.shop.RedisShopGeoSearch;
import io.nightmarket.redis.shop.RedisShopIndex;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisShopGeoSearchIT extends ShopGeoSearchContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final InMemoryShopCoordinates coordinates = new InMemoryShopCoordinates();
    private final ShopIndex index = new RedisShopIndex(REDIS.link());

    @BeforeEach
    void build() {
        await(new MaintainShopIndex(coordinates, index, Duration.ofHours(6), System::nanoTime).iterate());
    }

    @Override
    protected ShopGeoSearch geoSearch() {
        return new RedisShopGeoSearch(REDIS.link());
    }

    @Override
    protected void add(List<ShopCoordinates> shops) {
        for (ShopCoordinates shop : shops) {
            coordinates.put(shop);
            await(new IndexShop(coordinates, index).refresh(shop.id()));
        }
    }
}
