package io.nightmarket.http.sale;

import io.nightmarket.domain.sale.SaleTransition;
import io.nightmarket.domain.sale.operation.ChangeSale;
import io.nightmarket.domain.sale.operation.RestockSale;
import io.nightmarket.domain.sale.settlement.ListShards;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What operators do to a sale that runs. */
public final class SaleOperationRoutes implements Routes {
    private final ListShards listShards;
    private final ChangeSale changeSale;
    private final SharedHttpState share;
    private final RestockSale restockSale;
    private final LocalTimes times;

    public SaleOperationRoutes(
            SharedHttpState share, ListShards listShards, ChangeSale changeSale, RestockSale restockSale) {
        this.share = share;
        this.listShards = listShards;
        this.changeSale = changeSale;
        this.restockSale = restockSale;
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        Options changes = Options.OPERATORS.withPriority(Priority.FIRST);
        endpoints.bind("listSaleShards", Options.AUDITORS, _ -> list());
        endpoints.bind("pauseSale", changes.recorded(), request -> move(request, SaleTransition.PAUSE));
        endpoints.bind("resumeSale", changes.recorded(), request -> move(request, SaleTransition.RESUME));
        endpoints.bind("restockSale", changes, this::restock);
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

    private CompletionStage<Answer> move(Request request, SaleTransition transition) {
        String reason = Query.text(request.context(), "reason").orElse("");
        return changeSale
                .move(sale(request), transition, share.audit().action(request, reason))
                .thenApply(PlannedSaleRoutes::answer);
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
