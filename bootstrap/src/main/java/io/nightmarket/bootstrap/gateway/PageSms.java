package io.nightmarket.bootstrap.gateway;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.SmsSender;
import io.nightmarket.http.OwnMachine;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.CompletionStage;

/**
 * Shows codes on the node's console and to the storefront's login page, for a demo on one's own machine: to browsers there,
 * as {@link OwnMachine} tells them.
 */
public final class PageSms implements SmsSender {
    private static final int MOST = 1_000;

    private final SmsSender console = new ConsoleSms();
    private final SequencedMap<String, String> codes = new LinkedHashMap<>();

    @Override
    public CompletionStage<Void> send(PhoneNumber phone, String code) {
        remember(phone.value(), code);
        return console.send(phone, code);
    }

    private synchronized void remember(String phone, String code) {
        var _ = codes.putLast(phone, code);
        if (codes.size() > MOST) {
            var _ = codes.pollFirstEntry();
        }
    }

    private synchronized String find(String phone) {
        return codes.getOrDefault(phone, "");
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
        JsonObject shown = new JsonObject()
                .put("code", find(String.valueOf(ctx.queryParams().get("phone"))));
        var _ = ctx.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .end(shown.encode());
    }
}
