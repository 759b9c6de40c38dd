package io.nightmarket.http.sale.waiting;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.waiting.JoinWaitlist;
import io.nightmarket.domain.sale.waiting.JoinWaitlist.Outcome;
import io.nightmarket.domain.sale.waiting.JoinWaitlist.Refusal;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Waiting for a unit of a sale that is sold out. */
public final class WaitlistRoutes implements Routes {
    private final JoinWaitlist waitlist;
    private final Limit limit;

    public WaitlistRoutes(SharedHttpState share, JoinWaitlist waitlist) {
        this.limit = share.limits().ordering();
        this.waitlist = waitlist;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("joinWaitlist", Options.USERS.limitedBy(limit), this::join);
        endpoints.bind("leaveWaitlist", Options.USERS.limitedBy(limit).withPriority(Priority.FIRST), this::leave);
        endpoints.bind("findWaitlistPlace", Options.USERS, this::find);
    }

    private static VoucherId sale(Request request) {
        return new VoucherId(request.id("voucherId"));
    }

    private CompletionStage<Answer> join(Request request) {
        return waitlist.join(request.session().user(), sale(request))
                .thenApply(outcome -> outcome instanceof Outcome.HasOrder(OrderId order)
                        ? Answer.refusedWith(ErrorCode.ALREADY_BOUGHT, Long.toString(order.value()))
                        : answer(outcome));
    }

    private CompletionStage<Answer> find(Request request) {
        return waitlist.find(request.session().user(), sale(request)).thenApply(WaitlistRoutes::answer);
    }

    private CompletionStage<Answer> leave(Request request) {
        return waitlist.leave(request.session().user(), sale(request)).thenApply(WaitlistRoutes::answer);
    }

    private static Answer answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Waiting(long position) -> Answer.of(WaitlistView.waiting(position));
            case Outcome.HasOrder(OrderId order) -> Answer.of(WaitlistView.ordered(order));
            case Outcome.NotWaiting _ -> Answer.of(WaitlistView.NOT_WAITING);
            case Refusal refusal -> Answer.refused(code(refusal));
        };
    }

    private static ErrorCode code(Refusal refusal) {
        return switch (refusal) {
            case NO_SUCH_SALE -> ErrorCode.VOUCHER_NOT_FOUND;
            case NO_WAITLIST -> ErrorCode.NO_WAITLIST;
            case SALE_ENDED -> ErrorCode.SALE_ENDED;
            case NOT_SOLD_OUT -> ErrorCode.NOT_SOLD_OUT;
            case FULL -> ErrorCode.WAITLIST_FULL;
        };
    }

    /** How a buyer stands in the waitlist of a sale. */
    record WaitlistView(
            String state, @Nullable Long position, @Nullable String orderId) {
        static final WaitlistView NOT_WAITING = new WaitlistView("NOT_WAITING", null, null);

        static WaitlistView waiting(long position) {
            return new WaitlistView("WAITING", position, null);
        }

        static WaitlistView ordered(OrderId order) {
            return new WaitlistView("ORDERED", null, Long.toString(order.value()));
        }
    }
}
