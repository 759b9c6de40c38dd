package io.nightmarket.http.sale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.PurchaseAnswer;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder.PurchaseRequest;
import io.nightmarket.domain.sale.admission.SaleRequests;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.request.RequestKey;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Purchase requests, and their outcomes. */
public final class SaleRoutes implements Routes {
    private static final String NO_KEY = "";
    private static final String NO_PASS = "";
    private static final CharSequence PASS = HttpHeaders.createOptimized("X-Waiting-Pass");
    private static final Duration QUEUE_FULL_RETRY = Duration.ofSeconds(1);

    private final PlaceFlashOrder placeFlashOrder;
    private final FindPurchaseOutcome findPurchaseOutcome;
    private final OrderNumbers numbers;
    private final SaleRequests requests;
    private final Limit limit;

    public SaleRoutes(
            SharedHttpState share,
            PlaceFlashOrder placeFlashOrder,
            FindPurchaseOutcome findPurchaseOutcome,
            OrderNumbers numbers,
            SaleRequests requests) {
        this.placeFlashOrder = placeFlashOrder;
        this.findPurchaseOutcome = findPurchaseOutcome;
        this.numbers = numbers;
        this.requests = requests;
        this.limit = share.limits().purchases();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("placeFlashOrder", Options.USERS.hot().limitedBy(this::take), this::place);
        endpoints.bind("findPurchaseOutcome", Options.USERS.withPriority(Priority.FIRST), this::find);
    }

    private Duration take(Request request) {
        Duration wait = limit.take(request);
        if (!wait.isZero()) {
            requests.countLimited(request.idOrZero("id"));
        }
        return wait;
    }

    private CompletionStage<Answer> place(Request request) {
        VoucherId voucher = new VoucherId(request.id("id"));
        RoutingContext ctx = request.context();
        String key = RequestKey.of(ctx.request()).orElse(NO_KEY);
        Optional<Acknowledgement> acknowledgement = acknowledgement(ctx);
        return placeFlashOrder
                .place(new PurchaseRequest(
                        request.session().user(), voucher, key, acknowledgement, pass(ctx), pathKey(ctx)))
                .thenApply(SaleRoutes::answer);
    }

    /** Most purchase requests have no query, and reading one takes time. */
    private static Optional<Acknowledgement> acknowledgement(RoutingContext ctx) {
        return ctx.request().query() == null
                ? Optional.empty()
                : Query.text(ctx, Acknowledgements.NAME).map(Acknowledgements::parse);
    }

    private static String pass(RoutingContext ctx) {
        String pass = ctx.request().getHeader(PASS);
        return pass == null ? NO_PASS : pass;
    }

    private static String pathKey(RoutingContext ctx) {
        return ctx.request().query() == null
                ? NO_KEY
                : Query.text(ctx, PurchasePathRoutes.KEY).orElse(NO_KEY);
    }

    private CompletionStage<Answer> find(Request request) {
        VoucherId voucher = new VoucherId(request.id("voucherId"));
        UserId user = request.session().user();
        return Query.text(request.context(), "order")
                .map(order -> findPurchaseOutcome.find(user, voucher, new OrderId(Ids.parse(order, "order"))))
                .orElseGet(() -> findPurchaseOutcome.find(user, voucher))
                .thenApply(outcome -> switch (outcome) {
                    case FindPurchaseOutcome.Outcome.Found(var progress) ->
                        Answer.of(PurchaseOutcomeView.of(progress, numbers));
                    case FindPurchaseOutcome.Outcome.Nothing _ -> Answer.of(PurchaseOutcomeView.UNKNOWN);
                    case FindPurchaseOutcome.Outcome.NoSuchSale _ -> Answer.refused(ErrorCode.VOUCHER_NOT_FOUND);
                });
    }

    private static Answer answer(PurchaseAnswer answer) {
        return switch (answer) {
            case Admission admission -> answer(admission);
            case PurchaseAnswer.Settled(OrderId order) -> Answer.of(Long.toString(order.value()), "SETTLED");
            case PurchaseAnswer.Queued(OrderId order) -> Answer.of(Long.toString(order.value()), "QUEUED");
            case PurchaseAnswer.Rejected(OrderId order, var reason) ->
                Answer.refusedWith(code(reason), Long.toString(order.value()));
            case PurchaseAnswer.NoPath _ -> Answer.refused(ErrorCode.PATH_REQUIRED);
            case PurchaseAnswer.NoPass(var reason) -> Answer.refused(code(reason));
        };
    }

    private static ErrorCode code(PurchaseAnswer.NoPass.Reason reason) {
        return switch (reason) {
            case MISSING -> ErrorCode.PASS_REQUIRED;
            case USED -> ErrorCode.PASS_USED;
            case REVOKED -> ErrorCode.TICKET_REVOKED;
        };
    }

    private static ErrorCode code(RejectionReason reason) {
        return switch (reason) {
            case ALREADY_BOUGHT -> ErrorCode.ALREADY_BOUGHT;
            case SOLD_OUT -> ErrorCode.SOLD_OUT;
            case UNKNOWN_VOUCHER -> ErrorCode.VOUCHER_NOT_FOUND;
            case UNWRITABLE -> ErrorCode.ORDER_UNWRITABLE;
            case LOST -> ErrorCode.ORDER_LOST;
        };
    }

    private static Answer answer(Admission admission) {
        return switch (admission) {
            case Admission.Accepted(OrderId order) -> new Answer.Created(order.value());
            case Admission.AlreadyBought(OrderId order) ->
                Answer.refusedWith(ErrorCode.ALREADY_BOUGHT, Long.toString(order.value()));
            case Admission.SoldOut _ -> Answer.refused(ErrorCode.SOLD_OUT);
            case Admission.NotStarted _ -> Answer.refused(ErrorCode.SALE_NOT_STARTED);
            case Admission.Ended _ -> Answer.refused(ErrorCode.SALE_ENDED);
            case Admission.Paused _ -> Answer.refused(ErrorCode.SALE_PAUSED);
            case Admission.CalledOff _ -> Answer.refused(ErrorCode.SALE_CALLED_OFF);
            case Admission.QueueFull _ -> Answer.refusedFor(ErrorCode.UNAVAILABLE, QUEUE_FULL_RETRY);
            case Admission.NoSuchSale _ -> Answer.refused(ErrorCode.VOUCHER_NOT_FOUND);
        };
    }
}
