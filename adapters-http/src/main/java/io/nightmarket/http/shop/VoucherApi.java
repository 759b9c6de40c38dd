package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.CreateVoucher;
import io.nightmarket.domain.shop.ListVouchers;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.CachePolicy;
import io.nightmarket.http.answer.RenderCache;
import io.nightmarket.http.answer.Rendered;
import io.nightmarket.http.route.Routes;
import java.time.Duration;
import java.util.List;

/** Vouchers over HTTP: what the event loops of a node share, and the routes of each. */
public final class VoucherApi {
    private final SharedHttpState share;
    private final RenderCache<List<Voucher>, Rendered> renderings;
    private final CachePolicy policy;

    /** @param maxAge how long browsers and proxies may keep a list of vouchers without asking */
    public VoucherApi(SharedHttpState share, Duration maxAge) {
        this.share = share;
        this.renderings = RenderCache.ofSuccesses(vouchers -> vouchers.stream()
                .map(voucher -> VoucherView.of(voucher, share.times()))
                .toList());
        this.policy = share.cachePolicy(maxAge);
    }

    public Routes routes(CreateVoucher createVoucher, ListVouchers listVouchers) {
        return new VoucherRoutes(createVoucher, listVouchers, share.reading(), renderings, policy);
    }
}
