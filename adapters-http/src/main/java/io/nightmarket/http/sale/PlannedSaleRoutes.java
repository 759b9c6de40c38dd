package io.nightmarket.http.sale;

import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SalePlan;
import io.nightmarket.domain.sale.SaleTransition;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.operation.ChangeOutcome;
import io.nightmarket.domain.sale.operation.ChangeOutcome.Refusal;
import io.nightmarket.domain.sale.operation.PlanSales;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Rule;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What the staff of a shop do to its sales. */
public final class PlannedSaleRoutes implements Routes {
    /** Texts, and a reason. */
    private static final int PLAN_CHARACTERS = FlashSaleRoutes.TEXT_CHARACTERS + 200;

    private static final String REASON = "reason";

    private final SharedHttpState share;
    private final LocalTimes times;
    private final PlanSales planSales;
    private final Clock clock;

    public PlannedSaleRoutes(SharedHttpState share, PlanSales planSales, Clock clock) {
        this.share = share;
        this.times = share.times();
        this.planSales = planSales;
        this.clock = clock;
    }

    @Override
    public void bind(Endpoints endpoints) {
        Options changes = Options.SHOP_STAFF.recorded();
        Options first = changes.withPriority(Priority.FIRST);
        endpoints.bind("findSale", Options.SHOP_STAFF, this::show);
        endpoints.bind("correctSale", changes.withBody(Options.bodyOf(PLAN_CHARACTERS)), this::correct);
        endpoints.bind("copySale", Options.SHOP_STAFF, this::copy);
        endpoints.bind("publishSale", changes, request -> move(request, SaleTransition.PUBLISH, ""));
        endpoints.bind("withdrawSale", changes, request -> move(request, SaleTransition.WITHDRAW, ""));
        endpoints.bind("pauseOwnSale", first, request -> move(request, SaleTransition.PAUSE, reason(request)));
        endpoints.bind("resumeOwnSale", first, request -> move(request, SaleTransition.RESUME, reason(request)));
    }

    private static String reason(Request request) {
        return request.body().requiredText(REASON);
    }

    private CompletionStage<Answer> show(Request request) {
        return planSales.show(request.session(), sale(request)).thenApply(this::answer);
    }

    private Answer answer(PlanSales.Outcome outcome) {
        return switch (outcome) {
            case PlanSales.Outcome.Shown shown -> Answer.of(SaleDetailsView.of(shown, times));
            case PlanSales.Outcome.Copied(var copy) -> FlashSaleRoutes.answer(copy);
            case PlanSales.Outcome.Refused(Refusal reason) -> refused(reason);
        };
    }

    private CompletionStage<Answer> copy(Request request) {
        JsonBody body = request.body();
        SaleWindow window = FlashSaleRoutes.window(body.requiredTime("beginTime"), body.requiredTime("endTime"));
        return planSales.copy(request.session(), sale(request), window).thenApply(this::answer);
    }

    private CompletionStage<Answer> move(Request request, SaleTransition transition, String reason) {
        return planSales
                .move(
                        request.session(),
                        sale(request),
                        transition,
                        share.audit().action(request, reason))
                .thenApply(PlannedSaleRoutes::answer);
    }

    private CompletionStage<Answer> correct(Request request) {
        JsonBody body = request.body();
        return planSales
                .correct(
                        request.session(),
                        sale(request),
                        body.requiredWhole("version"),
                        plan -> corrected(body, plan),
                        share.audit().action(request, Objects.requireNonNullElse(body.text(REASON), "")))
                .thenApply(PlannedSaleRoutes::answer);
    }

    /** What the body leaves out stays. */
    private SalePlan corrected(JsonBody body, SalePlan plan) {
        Instant begin =
                Objects.requireNonNullElse(body.time("beginTime"), plan.window().begin());
        Instant end =
                Objects.requireNonNullElse(body.time("endTime"), plan.window().end());
        SaleWindow window = FlashSaleRoutes.window(begin, end);
        if (!end.equals(plan.window().end()) && !clock.instant().isBefore(end)) {
            throw io.nightmarket.http.answer.Refusal.malformed("endTime", Rule.IN_PAST);
        }
        long payValue = Objects.requireNonNullElse(body.whole("payValue"), plan.payValue());
        long actualValue = Objects.requireNonNullElse(body.whole("actualValue"), plan.actualValue());
        if (payValue > actualValue) {
            throw io.nightmarket.http.answer.Refusal.malformed("payValue", Rule.ABOVE_WORTH);
        }
        return new SalePlan(
                Objects.requireNonNullElse(body.text("title"), plan.title()),
                Optional.ofNullable(body.text("subTitle")).orElse(plan.subTitle()),
                Optional.ofNullable(body.text("rules")).orElse(plan.rules()),
                payValue,
                actualValue,
                window);
    }

    static Answer answer(ChangeOutcome outcome) {
        return switch (outcome) {
            case ChangeOutcome.Changed(FlashSale sale) -> Answer.of(SaleView.of(sale));
            case ChangeOutcome.Differs(long version) -> Answer.refusedWith(ErrorCode.SALE_CHANGED, version);
            case ChangeOutcome.WrongState(var state) -> Answer.refusedWith(ErrorCode.SALE_STATE, state.name());
            case Refusal reason -> refused(reason);
        };
    }

    private static Answer refused(Refusal reason) {
        return Answer.refused(
                switch (reason) {
                    case BEGUN -> ErrorCode.SALE_BEGUN;
                    case ENDED -> ErrorCode.SALE_ENDED;
                    case NO_SUCH_SALE -> ErrorCode.VOUCHER_NOT_FOUND;
                    case FORBIDDEN -> ErrorCode.FORBIDDEN;
                });
    }

    private static VoucherId sale(Request request) {
        return new VoucherId(request.id("id"));
    }
}
