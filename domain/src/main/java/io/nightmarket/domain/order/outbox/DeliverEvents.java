package io.nightmarket.domain.order.outbox;

import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Stages;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Sends events to all addresses, each in the cursor's order and at its own speed: a message that fails holds back those after it,
 * and no other address. What was sent and not noted is sent again, with the same message id.
 */
public final class DeliverEvents {
    private static final int BATCH = 100;
    /** No further message begins after this part of an iteration: a slow address holds up no other for long. */
    private static final Duration ITERATION = Duration.ofSeconds(2);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(5);

    private final OrderOutbox outbox;
    private final Webhooks webhooks;
    private final EventSender sender;
    private final Backoff backoff;
    private final LongSupplier nanoTime;
    private final Consumer<List<Webhook>> meter;

    /** @param meter is given all addresses before each iteration */
    public DeliverEvents(
            OrderOutbox outbox,
            Webhooks webhooks,
            EventSender sender,
            RandomGenerator random,
            LongSupplier nanoTime,
            Consumer<List<Webhook>> meter) {
        this.outbox = outbox;
        this.webhooks = webhooks;
        this.sender = sender;
        this.backoff = new Backoff(random, FIRST_PAUSE, MAX_PAUSE);
        this.nanoTime = nanoTime;
        this.meter = meter;
    }

    /** One iteration: all addresses at once, until each has what there is, or fails, or time is up. */
    public CompletionStage<Void> iterate() {
        long until = nanoTime.getAsLong() + ITERATION.toNanos();
        return webhooks.list().thenCompose(all -> {
            meter.accept(all);
            return all.isEmpty()
                    ? CompletableFuture.completedStage(null)
                    : webhooks.due()
                            .thenCompose(due -> Stages.all(due.stream()
                                    .map(webhook -> deliver(webhook, until))
                                    .toList()));
        });
    }

    private CompletionStage<Void> deliver(Webhook webhook, long until) {
        return nanoTime.getAsLong() - until >= 0
                ? CompletableFuture.completedStage(null)
                : outbox.after(webhook.cursor(), BATCH).thenCompose(events -> {
                    List<OutgoingEvent> batch = batch(webhook, events);
                    return batch.isEmpty() ? CompletableFuture.completedStage(null) : send(webhook, batch, until);
                });
    }

    /** The message that was begun, as it was. */
    private static List<OutgoingEvent> batch(Webhook webhook, List<OutgoingEvent> events) {
        return webhook.batchEnd().isEmpty()
                ? events
                : events.stream()
                        .filter(event -> event.id() <= webhook.batchEnd().getAsLong())
                        .toList();
    }

    private CompletionStage<Void> send(Webhook webhook, List<OutgoingEvent> batch, long until) {
        long end = batch.getLast().id();
        return webhooks.begin(webhook, end)
                .thenCompose(begun -> begun
                        ? Stages.then(
                                Calls.start(() -> sender.send(webhook, batch)),
                                _ -> webhooks.delivered(webhook, end)
                                        .thenCompose(_ -> deliver(webhook.deliveredTo(end), until)),
                                failure -> failed(webhook, failure))
                        : CompletableFuture.completedStage(null));
    }

    private CompletionStage<Void> failed(Webhook webhook, Throwable failure) {
        String error = String.valueOf(DomainFailure.causeOf(failure).getMessage());
        return webhooks.failed(webhook, error, backoff.after(webhook.failures() + 1));
    }
}
