package io.nightmarket.http.shop;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.shop.CreateVoucher;
import io.nightmarket.domain.shop.ListVouchers;
import io.nightmarket.domain.shop.NewVoucher;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.shop.VoucherRepository;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.CachePolicy;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.RenderCache;
import io.nightmarket.http.answer.Rendered;
import io.nightmarket.http.answer.Rule;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What a shop has on sale, and new ordinary vouchers. One for all event loops of a node. */
public final class VoucherRoutes implements Routes {
    private final CreateVoucher createVoucher;
    private final ListVouchers listVouchers;
    private final VoucherRepository vouchers;
    private final LocalTimes times;
    private final Limit limit;
    private final RenderCache<List<Voucher>, Rendered> renderings;
    private final CachePolicy policy;

    /** @param maxAge how long browsers and proxies may keep a list of vouchers without asking */
    public VoucherRoutes(
            SharedHttpState share,
            CreateVoucher createVoucher,
            ListVouchers listVouchers,
            VoucherRepository vouchers,
            Duration maxAge) {
        this.createVoucher = createVoucher;
        this.listVouchers = listVouchers;
        this.vouchers = vouchers;
        this.times = share.times();
        this.limit = share.limits().reads();
        this.renderings = RenderCache.ofSuccesses(list ->
                list.stream().map(voucher -> VoucherView.of(voucher, times)).toList());
        this.policy = share.cachePolicy(maxAge);
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("createVoucher", Options.SHOP_STAFF, request -> create(request.session(), request.body()));
        endpoints.bind("findVoucher", Options.USERS.limitedBy(limit), request -> find(request.id("id")));
        endpoints.bind("listVouchers", Options.PUBLIC.hot().limitedBy(limit), request -> list(request.id("shopId")));
    }

    private CompletionStage<Answer> create(Session session, JsonBody body) {
        NewVoucher voucher = new NewVoucher(
                new ShopId(body.requiredId("shopId")),
                body.requiredText("title"),
                body.text("subTitle"),
                body.text("rules"),
                body.requiredWhole("payValue", "actualValue", Rule.ABOVE_WORTH),
                body.requiredWhole("actualValue"));
        return createVoucher.create(session, voucher).thenApply(outcome -> switch (outcome) {
            case CreateVoucher.Outcome.Created(var made) -> Answer.of(Json.id(made.value()));
            case CreateVoucher.Outcome.ShopNotFound _ -> Answer.refused(ErrorCode.SHOP_NOT_FOUND);
            case CreateVoucher.Outcome.Forbidden _ -> Answer.refused(ErrorCode.FORBIDDEN);
        });
    }

    private CompletionStage<Answer> find(long id) {
        return vouchers.find(new VoucherId(id))
                .thenApply(found -> found.map(voucher -> Answer.of(VoucherView.of(voucher, times)))
                        .orElseGet(() -> Answer.refused(ErrorCode.VOUCHER_NOT_FOUND)));
    }

    private CompletionStage<Answer> list(long shop) {
        return listVouchers.of(new ShopId(shop)).thenApply(this::show);
    }

    private Answer show(ReadResult<List<Voucher>> reading) {
        return policy.answer(reading, renderings.of(reading.value().orElse(List.of())));
    }
}
