package io.nightmarket.http;

import io.nightmarket.domain.flashsale.Voucher;
import io.nightmarket.http.answer.Rendered;
import io.nightmarket.http.answer.Renderings;
import io.nightmarket.http.flashsale.BuyLimits;
import io.nightmarket.http.flashsale.VoucherRoutes;
import io.nightmarket.http.limit.AddressLimit;
import io.nightmarket.http.limit.ReadLimits;
import io.nightmarket.http.limit.TokenBuckets;
import io.nightmarket.http.request.ClientAddresses;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.session.TokenSecret;
import io.nightmarket.http.session.TrustedSessions;
import io.nightmarket.http.shop.ShopLists;
import io.nightmarket.http.shop.ShopRenderings;
import java.time.Clock;
import java.util.List;
import java.util.function.LongSupplier;

/** What the verticles of a node share: the key of tokens, the tokens checked a moment ago, who asked of late, and the pages as written. */
record NodeShare(
        TokenSecret tokenSecret,
        TrustedSessions trusted,
        ClientAddresses addresses,
        BuyLimits buying,
        ReadLimits reading,
        ShopRenderings shops,
        ShopLists shopLists,
        Renderings<List<Voucher>, Rendered> vouchers,
        Clock clock) {
    /** @param nanoTime must never go back */
    static NodeShare of(HttpConfig config, TokenSecret tokenSecret, Clock clock, LongSupplier nanoTime) {
        ClientAddresses addresses = new ClientAddresses(config.trustedProxies()::contain);
        LocalTimes times = new LocalTimes(config.timeZone());
        HttpConfig.Buying buying = config.buying();
        HttpConfig.Reading reading = config.reading();
        return new NodeShare(
                tokenSecret,
                new TrustedSessions(config.tokenTrust(), clock),
                addresses,
                new BuyLimits(
                        new AddressLimit(addresses, buckets(buying.perAddress(), nanoTime)),
                        buckets(buying.perUser(), nanoTime),
                        buckets(buying.perSale(), nanoTime)),
                new ReadLimits(
                        new AddressLimit(addresses, buckets(reading.perAddress(), nanoTime)),
                        buckets(reading.perShop(), nanoTime)),
                ShopRenderings.of(times),
                new ShopLists(times),
                VoucherRoutes.renderings(times),
                clock);
    }

    private static TokenBuckets buckets(RateLimit limit, LongSupplier nanoTime) {
        return new TokenBuckets(limit.count(), limit.per(), nanoTime);
    }
}
