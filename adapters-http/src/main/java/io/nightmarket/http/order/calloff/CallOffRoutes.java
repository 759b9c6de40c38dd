package io.nightmarket.http.order.calloff;

import io.nightmarket.domain.order.calloff.CallOff;
import io.nightmarket.domain.order.calloff.CallOffSale;
import io.nightmarket.domain.order.calloff.FindCallOff;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.audit.AuditLog;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Calls sales off, and shows how far that has come. */
public final class CallOffRoutes implements Routes {
    private final CallOffSale callOffSale;
    private final FindCallOff findCallOff;
    private final AuditLog audit;
    private final LocalTimes times;

    public CallOffRoutes(SharedHttpState share, CallOffSale callOffSale, FindCallOff findCallOff) {
        this.callOffSale = callOffSale;
        this.findCallOff = findCallOff;
        this.audit = share.audit();
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("callOffSale", Options.OPERATORS.recorded().withPriority(Priority.FIRST), this::callOff);
        endpoints.bind("findCallOff", Options.SHOP_STAFF, this::find);
    }

    private static VoucherId sale(Request request) {
        return new VoucherId(request.id("id"));
    }

    private CompletionStage<Answer> callOff(Request request) {
        String reason = request.body().requiredText("reason");
        return callOffSale
                .callOff(sale(request), audit.action(request, reason))
                .thenApply(known -> known ? Answer.DONE : Answer.refused(ErrorCode.VOUCHER_NOT_FOUND));
    }

    private CompletionStage<Answer> find(Request request) {
        return findCallOff
                .find(request.session(), sale(request))
                .thenApply(found -> found.map(callOff -> Answer.of(CallOffView.of(callOff, times)))
                        .orElseGet(() -> Answer.refused(ErrorCode.SALE_NOT_CALLED_OFF)));
    }

    /** {@code doneAt} is left out until it is done; money is in cents. */
    private record CallOffView(
            String state,
            Object calledOffBy,
            String reason,
            String calledOffAt,
            @Nullable String doneAt,
            CallOff.Orders orders,
            CallOff.Money money,
            boolean addsUp) {
        static CallOffView of(CallOff found, LocalTimes times) {
            return new CallOffView(
                    found.done().isPresent() ? "DONE" : "RUNNING",
                    Json.id(found.actor().value()),
                    found.reason(),
                    times.showWithOffset(found.at()),
                    found.done().map(times::showWithOffset).orElse(null),
                    found.orders(),
                    found.money(),
                    found.money().addsUp());
        }
    }
}
