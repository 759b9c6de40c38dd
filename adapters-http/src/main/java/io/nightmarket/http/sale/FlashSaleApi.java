package io.nightmarket.http.sale;

import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder;
import io.nightmarket.domain.sale.management.CreateFlashSale;
import io.nightmarket.domain.sale.management.PauseSale;
import io.nightmarket.domain.sale.management.RestockSale;
import io.nightmarket.domain.sale.settlement.ListShards;
import io.nightmarket.domain.voucher.CreateVoucher;
import io.nightmarket.domain.voucher.ListVouchers;
import io.nightmarket.domain.voucher.Voucher;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.CachePolicy;
import io.nightmarket.http.answer.RenderCache;
import io.nightmarket.http.answer.Rendered;
import io.nightmarket.http.limit.RateLimiter;
import io.nightmarket.http.route.Routes;
import java.time.Duration;
import java.util.List;

/** Flash sales over HTTP: what the event loops of a node share, and the routes of each. */
public final class FlashSaleApi {
    private final SharedHttpState share;
    private final BuyLimits limits;
    private final RenderCache<List<Voucher>, Rendered> renderings;
    private final CachePolicy vouchers;

    /** @param maxAge how long browsers and proxies may keep a list of vouchers without asking */
    public FlashSaleApi(SharedHttpState share, Duration maxAge) {
        HttpConfig.PurchaseRates buying = share.config().buying();
        this.share = share;
        this.limits = new BuyLimits(
                new RateLimiter(share.addresses(), share.buckets(buying.perAddress())),
                share.buckets(buying.perUser()),
                share.buckets(buying.perSale()));
        this.renderings = VoucherRoutes.renderings(share.times());
        this.vouchers = share.cachePolicy(maxAge);
    }

    /** What a shop has on sale, and putting something there. */
    public Routes vouchers(CreateFlashSale createFlashSale, CreateVoucher createVoucher, ListVouchers listVouchers) {
        return new VoucherRoutes(createFlashSale, createVoucher, listVouchers, share.reading(), renderings, vouchers);
    }

    /** Buying, and what became of it. */
    public Routes purchases(
            PlaceFlashOrder placeFlashOrder, FindPurchaseOutcome findPurchaseOutcome, OrderNumbers numbers) {
        return new SaleRoutes(placeFlashOrder, findPurchaseOutcome, numbers, limits);
    }

    /** What administrators do to a sale. */
    public Routes operations(ListShards listShards, PauseSale pauseSale, RestockSale restockSale) {
        return new SaleOperationRoutes(listShards, pauseSale, restockSale, share.times());
    }
}
