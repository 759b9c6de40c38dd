package io.nightmarket.http.flashsale;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.flashsale.CreateFlashSale;
import io.nightmarket.domain.flashsale.ListVouchers;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.ContractCheck;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletionStage;

/** What a shop has on sale, and putting something there. */
public final class VoucherRoutes {
    private final CreateFlashSale createFlashSale;
    private final ListVouchers listVouchers;
    private final ContractCheck contract;
    private final LocalTimes times;

    public VoucherRoutes(
            CreateFlashSale createFlashSale, ListVouchers listVouchers, ContractCheck contract, LocalTimes times) {
        this.createFlashSale = createFlashSale;
        this.listVouchers = listVouchers;
        this.contract = contract;
        this.times = times;
    }

    public void bind(Endpoints endpoints) {
        endpoints.forUsers("createFlashSale", this::create);
        endpoints.open("listVouchers", this::list);
    }

    private CompletionStage<Answer> create(RoutingContext ctx, Session session) {
        return createFlashSale
                .create(session, NewFlashSales.read(contract.body(ctx)))
                .thenApply(outcome -> switch (outcome) {
                    case CreateFlashSale.Outcome.Created(var voucher) -> Answer.of(Json.id(voucher.value()));
                    case CreateFlashSale.Outcome.ShopNotFound _ -> Answer.refused(ErrorCode.SHOP_NOT_FOUND);
                    case CreateFlashSale.Outcome.NotYours _ -> Answer.refused(ErrorCode.FORBIDDEN);
                    case CreateFlashSale.Outcome.OverAlready _ -> throw Refusal.malformed("endTime");
                });
    }

    private CompletionStage<Answer> list(RoutingContext ctx) {
        return listVouchers
                .of(new ShopId(Ids.inPath(ctx, "shopId")))
                .thenApply(vouchers -> Answer.of(vouchers.stream()
                        .map(voucher -> VoucherView.of(voucher, times))
                        .toList()));
    }
}
