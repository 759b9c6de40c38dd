package io.nightmarket.bootstrap.verticle;

import io.nightmarket.bootstrap.bus.BusMessage;
import io.nightmarket.bootstrap.bus.BusMessage.ShopRebuild;
import io.nightmarket.bootstrap.bus.BusMessage.ShopTypesRebuild;
import io.nightmarket.domain.cache.RebuildEntry;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.shop.FindShop;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rebuilds stale entries on request over the bus. A rebuild that fails is left to the next request. */
public final class CacheRebuildVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(CacheRebuildVerticle.class);

    private final RebuildEntry<ShopId, Shop> shops;
    private final RebuildEntry<String, List<ShopType>> shopTypes;

    public CacheRebuildVerticle(RebuildEntry<ShopId, Shop> shops, RebuildEntry<String, List<ShopType>> shopTypes) {
        this.shops = shops;
        this.shopTypes = shopTypes;
    }

    @Override
    public Future<?> start() {
        return Future.all(
                this.<ShopRebuild>on(ShopRebuild.ADDRESS, message -> shops.rebuild(new ShopId(message.shop()))),
                this.<ShopTypesRebuild>on(ShopTypesRebuild.ADDRESS, _ -> shopTypes.rebuild(FindShop.ALL_TYPES)));
    }

    private <M extends BusMessage> Future<Void> on(String address, Function<M, CompletionStage<Boolean>> rebuild) {
        return vertx.eventBus()
                .<M>consumer(address, message -> {
                    var _ = rebuild.apply(message.body()).exceptionally(failure -> {
                        LOG.warn(
                                "{} {} failed: {}",
                                address,
                                message.body(),
                                DomainFailure.causeOf(failure).toString());
                        return false;
                    });
                })
                .completion();
    }
}
