package io.nightmarket.bootstrap.feature;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.cache.NodeCache;
import io.nightmarket.bootstrap.cache.Source;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.sale.queue.AvailableUnits;
import io.nightmarket.domain.shop.CreateVoucher;
import io.nightmarket.domain.shop.ListVouchers;
import io.nightmarket.domain.shop.LiveStock;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.shop.VoucherRoutes;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;

/** The vouchers of shops: the list of a shop, and new ordinary ones. */
final class VoucherFeature implements Feature {
    private final VoucherRoutes routes;

    VoucherFeature(Wiring wiring, ShopFilter shops, SaleContext sales) {
        AvailableUnits units = new AvailableUnits(
                sales.directory, sales.epochs, sales.queue(wiring.redis()).sales());
        LiveStock stock = new LiveStock(units, wiring.config().caches().limits().softTimeout(), wiring.timers());
        this.routes = new VoucherRoutes(
                wiring.http().share(),
                new CreateVoucher(
                        wiring.mysql().vouchers(),
                        new ShopOwnership(wiring.mysql().shops()),
                        wiring.caches()),
                new ListVouchers(vouchers(wiring, shops).reader(), stock),
                wiring.mysql().vouchers(),
                wiring.config().caches().of(CacheNames.VOUCHERS).maxAge());
    }

    private static NodeCache<ShopId, List<Voucher>> vouchers(Wiring wiring, ShopFilter shops) {
        return wiring.caches()
                .define(
                        CacheNames.VOUCHERS,
                        CacheKeys.BY_SHOP,
                        new TypeReference<>() {},
                        new Source<>(
                                shops::mayContain,
                                shop -> wiring.mysql()
                                        .flashSales()
                                        .onSaleIn(shop)
                                        .thenApply(CacheKeys::unlessEmpty)));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(routes);
    }
}
