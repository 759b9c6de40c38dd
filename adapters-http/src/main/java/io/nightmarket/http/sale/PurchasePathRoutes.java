package io.nightmarket.http.sale;

import io.nightmarket.domain.sale.admission.PurchasePaths;
import io.nightmarket.domain.sale.admission.PurchasePaths.Outcome;
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

/** The paths by which purchase requests come. They are asked for when a sale opens, by all at once, and are not validated. */
public final class PurchasePathRoutes implements Routes {
    /** The key of a signed path. */
    static final String KEY = "key";

    private static final String PATH = "/voucher-order/seckill/";

    private final Limit limit;
    private final PurchasePaths paths;

    public PurchasePathRoutes(SharedHttpState share, PurchasePaths paths) {
        this.limit = share.limits().ordering();
        this.paths = paths;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind(
                "findPurchasePath",
                Options.USERS.unchecked().limitedBy(limit).withPriority(Priority.CHANGE),
                this::find);
    }

    private CompletionStage<Answer> find(Request request) {
        VoucherId sale = new VoucherId(request.id("voucherId"));
        return paths.find(request.session().user(), sale).thenApply(outcome -> switch (outcome) {
            case Outcome.Published(String key) -> Answer.of(path(sale, key));
            case Outcome.Unpublished why -> Answer.refused(code(why));
        });
    }

    private static String path(VoucherId sale, String key) {
        return PATH + sale.value() + (key.isEmpty() ? "" : "?" + KEY + "=" + key);
    }

    private static ErrorCode code(Outcome.Unpublished why) {
        return switch (why) {
            case NO_SUCH_SALE -> ErrorCode.VOUCHER_NOT_FOUND;
            case NOT_STARTED -> ErrorCode.SALE_NOT_STARTED;
            case ENDED -> ErrorCode.SALE_ENDED;
        };
    }
}
