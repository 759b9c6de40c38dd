package io.nightmarket.http.sale;

import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder;
import io.nightmarket.domain.sale.admission.PurchasePaths;
import io.nightmarket.domain.sale.operation.CreateFlashSale;
import io.nightmarket.domain.sale.operation.PauseSale;
import io.nightmarket.domain.sale.operation.RestockSale;
import io.nightmarket.domain.sale.settlement.ListShards;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.limit.RateLimiter;
import io.nightmarket.http.route.Routes;

/** Flash sales over HTTP: what the event loops of a node share, and the routes of each. */
public final class FlashSaleApi {
    private final SharedHttpState share;
    private final BuyLimits limits;

    public FlashSaleApi(SharedHttpState share) {
        HttpConfig.PurchaseRates buying = share.config().buying();
        this.share = share;
        this.limits = new BuyLimits(
                new RateLimiter(share.addresses(), share.buckets(buying.perAddress())),
                share.buckets(buying.perUser()),
                share.buckets(buying.perSale()));
    }

    /** New flash sales. */
    public Routes sales(CreateFlashSale createFlashSale) {
        return new FlashSaleRoutes(createFlashSale);
    }

    /** Buying, and what became of it. */
    public Routes purchases(
            PlaceFlashOrder placeFlashOrder, FindPurchaseOutcome findPurchaseOutcome, OrderNumbers numbers) {
        return new SaleRoutes(placeFlashOrder, findPurchaseOutcome, numbers, limits);
    }

    /** The paths by which purchase requests come. */
    public Routes paths(PurchasePaths paths) {
        return new PurchasePathRoutes(share.users().ordering(), paths);
    }

    /** What administrators do to a sale. */
    public Routes operations(ListShards listShards, PauseSale pauseSale, RestockSale restockSale) {
        return new SaleOperationRoutes(listShards, pauseSale, restockSale, share.times());
    }
}
