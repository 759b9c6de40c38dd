package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.cache.KeyFilter;
import io.nightmarket.domain.shop.ShopId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The filter of ids of shops, asked before whatever is cached by shop. Without caches in Redis there is none. */
record ShopFilter(KeyFilter keys, boolean inUse) {
    static ShopFilter of(Wiring wiring) {
        return new ShopFilter(
                wiring.redis().keyFilter(CacheNames.SHOP),
                wiring.config().adapters().cachesAreShared());
    }

    CompletionStage<Boolean> mayContain(ShopId shop) {
        return inUse ? keys.mayContain(shop.value()) : CompletableFuture.completedStage(true);
    }

    CompletionStage<Void> add(ShopId shop) {
        return inUse ? keys.add(shop.value()) : CompletableFuture.completedStage(null);
    }
}
