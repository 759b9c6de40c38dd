package io.nightmarket.http.order.outbox;

import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.outbox.OrderOutbox;
import io.nightmarket.domain.order.outbox.OutgoingEvent;
import io.nightmarket.domain.order.outbox.Webhook;
import io.nightmarket.domain.order.outbox.Webhooks;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.audit.AuditLog;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Events of orders for other systems: read by those that pull, and sent to webhooks. */
public final class EventRoutes implements Routes {
    private static final int USUAL_SIZE = 100;
    private static final String SECRET_PREFIX = "whsec_";

    private final OrderOutbox outbox;
    private final Webhooks webhooks;
    private final OrderNumbers numbers;
    private final Predicate<String> mayBeSentTo;
    private final RandomGenerator secureRandom;
    private final AuditLog audit;
    private final LocalTimes times;

    /** @param mayBeSentTo whether an address is one that events may be sent to, as far as its text says */
    public EventRoutes(
            SharedHttpState share,
            OrderOutbox outbox,
            Webhooks webhooks,
            OrderNumbers numbers,
            Predicate<String> mayBeSentTo,
            RandomGenerator secureRandom) {
        this.outbox = outbox;
        this.webhooks = webhooks;
        this.numbers = numbers;
        this.mayBeSentTo = mayBeSentTo;
        this.secureRandom = secureRandom;
        this.audit = share.audit();
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("listEvents", Options.AUDITORS, this::list);
        endpoints.bind("listWebhooks", Options.AUDITORS, _ -> listWebhooks());
        endpoints.bind("addWebhook", Options.ADMINS.recorded(), this::add);
        endpoints.bind("removeWebhook", Options.ADMINS.recorded(), this::remove);
        endpoints.bind("moveWebhook", Options.OPERATORS.recorded(), this::move);
    }

    /** A message of events, oldest first, for a webhook. */
    public static Buffer message(List<OutgoingEvent> events, OrderNumbers numbers, Instant now) {
        return Json.write(new Message("order.events", now.toString(), new Data(views(events, numbers))));
    }

    private record Message(String type, String timestamp, Data data) {}

    private record Data(List<EventView> events) {}

    private static List<EventView> views(List<OutgoingEvent> events, OrderNumbers numbers) {
        return events.stream().map(event -> EventView.of(event, numbers)).toList();
    }

    private record EventPage(List<EventView> list, String next) {}

    private CompletionStage<Answer> list(Request request) {
        Long asked = request.wholeInQuery("after");
        Long size = request.wholeInQuery("size");
        long after = asked == null ? 0 : asked;
        return outbox.after(after, size == null ? USUAL_SIZE : size.intValue())
                .thenApply(events -> Answer.of(new EventPage(
                        views(events, numbers),
                        Long.toString(
                                events.isEmpty() ? after : events.getLast().id()))));
    }

    /** A webhook as staff see it; the secret is shown once, when it is added. */
    private record WebhookView(
            Object id,
            String url,
            String cursor,
            int failures,
            @Nullable String failingSince,
            @Nullable String lastError,
            @Nullable String secret) {}

    private WebhookView view(Webhook webhook, @Nullable String secret) {
        return new WebhookView(
                Json.id(webhook.id()),
                webhook.url(),
                Long.toString(webhook.cursor()),
                webhook.failures(),
                webhook.failingSince().map(times::showWithOffset).orElse(null),
                webhook.lastError().orElse(null),
                secret);
    }

    private CompletionStage<Answer> listWebhooks() {
        return webhooks.list()
                .thenApply(all -> Answer.of(
                        all.stream().map(webhook -> view(webhook, null)).toList()));
    }

    /** Without a cursor it gets the events from now on. */
    private CompletionStage<Answer> add(Request request) {
        JsonBody body = request.body();
        String url = body.requiredText("url");
        if (!mayBeSentTo.test(url)) {
            return CompletableFuture.completedStage(Answer.refused(ErrorCode.WEBHOOK_ADDRESS));
        }
        Webhook.Secret secret = Webhook.Secret.random(secureRandom);
        Long after = body.whole("after");
        return place(after)
                .thenCompose(cursor -> webhooks.add(audit.action(request, ""), url, secret, cursor))
                .thenApply(added -> added.map(webhook -> Answer.of(view(webhook, SECRET_PREFIX + secret.base64())))
                        .orElseGet(() -> Answer.refused(ErrorCode.TOO_MANY_WEBHOOKS)));
    }

    /** The newest event without one; a place beyond it would skip what is to come, and nothing would fail. */
    private CompletionStage<Long> place(@Nullable Long after) {
        return outbox.last().thenApply(last -> {
            if (after != null && after > last) {
                throw Refusal.malformed("after");
            }
            return after == null ? last : after;
        });
    }

    private CompletionStage<Answer> remove(Request request) {
        return webhooks.remove(audit.action(request, ""), request.id("id")).thenApply(EventRoutes::done);
    }

    private CompletionStage<Answer> move(Request request) {
        JsonBody body = request.body();
        String reason = body.requiredText("reason");
        return place(body.requiredWhole("after"))
                .thenCompose(after -> webhooks.moveCursor(audit.action(request, reason), request.id("id"), after))
                .thenApply(EventRoutes::done);
    }

    private static Answer done(boolean found) {
        return found ? Answer.DONE : Answer.refused(ErrorCode.WEBHOOK_NOT_FOUND);
    }
}
