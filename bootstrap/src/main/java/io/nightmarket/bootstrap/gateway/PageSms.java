package io.nightmarket.bootstrap.gateway;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.SmsSender;
import io.nightmarket.domain.base.RecentlyUsed;
import io.nightmarket.http.OwnMachine;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletionStage;

/**
 * Shows codes on the node's console and to the storefront's login page, for a demo on one's own machine: to browsers there,
 * as {@link OwnMachine} recognizes them.
 */
public final class PageSms implements SmsSender {
    private static final int MAX_PHONES = 1_000;

    private final SmsSender console = new ConsoleSms();
    private final RecentlyUsed<String, String> codes = new RecentlyUsed<>(MAX_PHONES);

    @Override
    public CompletionStage<Void> send(PhoneNumber phone, String code) {
        codes.merge(phone.value(), code, (_, newest) -> newest);
        return console.send(phone, code);
    }

    /** Adds the page's route. */
    public void bind(Router router) {
        router.get("/pages/code").handler(this::show);
    }

    private void show(RoutingContext ctx) {
        if (!OwnMachine.asks(ctx)) {
            ctx.next();
            return;
        }
        String phone = String.valueOf(ctx.queryParams().get("phone"));
        JsonObject shown = new JsonObject().put("code", codes.find(phone).orElse(""));
        var _ = ctx.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .end(shown.encode());
    }
}
