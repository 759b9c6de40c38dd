package io.nightmarket.http.sale;

import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.operation.PauseSale;
import io.nightmarket.domain.sale.operation.RestockSale;
import io.nightmarket.domain.sale.settlement.ListShards;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What operators do to a sale that runs. */
public final class SaleOperationRoutes implements Routes {
    private final ListShards listShards;
    private final PauseSale pauseSale;
    private final RestockSale restockSale;
    private final LocalTimes times;

    public SaleOperationRoutes(
            SharedHttpState share, ListShards listShards, PauseSale pauseSale, RestockSale restockSale) {
        this.listShards = listShards;
        this.pauseSale = pauseSale;
        this.restockSale = restockSale;
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        Options changes = Options.OPERATORS.withPriority(Priority.FIRST);
        endpoints.bind("listSaleShards", Options.AUDITORS, _ -> list());
        endpoints.bind("pauseSale", changes, request -> view(pauseSale.pause(sale(request))));
        endpoints.bind("resumeSale", changes, request -> view(pauseSale.resume(sale(request))));
        endpoints.bind("restockSale", changes, this::restock);
    }

    private record SaleView(Object id, String state, long version) {
        static SaleView of(FlashSale sale) {
            return new SaleView(Json.id(sale.voucher().value()), sale.state().name(), sale.version());
        }
    }

    /** {@code open} is null when queue or database don't answer; since and reason are null unless settlement is stalled. */
    private record ShardView(
            int shard,
            @Nullable Boolean open,
            String settlement,
            @Nullable String stalledSince,
            @Nullable String reason) {}

    private record AdjustmentView(String adjustmentId, long units, String state) {}

    private CompletionStage<Answer> list() {
        return listShards
                .list()
                .thenApply(
                        statuses -> Answer.of(statuses.stream().map(this::view).toList()));
    }

    private ShardView view(ListShards.Status status) {
        int shard = status.shard().number();
        Boolean open = status.open().orElse(null);
        return status.stall()
                .map(stall ->
                        new ShardView(shard, open, "STALLED", times.showWithOffset(stall.since()), stall.reason()))
                .orElseGet(() -> new ShardView(shard, open, "RUNNING", null, null));
    }

    private static CompletionStage<Answer> view(CompletionStage<Optional<FlashSale>> changing) {
        return changing.thenApply(changed -> changed.map(sale -> Answer.of(SaleView.of(sale)))
                .orElseGet(() -> Answer.refused(ErrorCode.VOUCHER_NOT_FOUND)));
    }

    private CompletionStage<Answer> restock(Request request) {
        JsonBody body = request.body();
        String name = body.requiredText("adjustmentId");
        long units = body.requiredWhole("units");
        return restockSale.restock(sale(request), name, units).thenApply(outcome -> switch (outcome) {
            case RestockSale.Outcome.Done _ -> Answer.of(new AdjustmentView(name, units, "DONE"));
            case RestockSale.Outcome.BelowSold _ -> Answer.refused(ErrorCode.STOCK_BELOW_SOLD);
            case RestockSale.Outcome.NameTaken(long first) -> Answer.refusedWith(ErrorCode.ADJUSTMENT_DIFFERS, first);
            case RestockSale.Outcome.TooMany _ -> Answer.refused(ErrorCode.STOCK_TOO_LARGE);
            case RestockSale.Outcome.NoSuchSale _ -> Answer.refused(ErrorCode.VOUCHER_NOT_FOUND);
        });
    }

    private static VoucherId sale(Request request) {
        return new VoucherId(request.id("id"));
    }
}
