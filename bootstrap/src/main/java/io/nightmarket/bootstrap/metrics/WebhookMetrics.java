package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.nightmarket.domain.order.outbox.Webhook;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** What is measured of webhooks: gauges on the node that sends events, and on no other. */
public final class WebhookMetrics {
    private final Clock clock;
    private final MultiGauge failing;

    WebhookMetrics(MeterRegistry registry, Clock clock) {
        this.clock = clock;
        this.failing = MultiGauge.builder("nightmarket.webhook.failing")
                .baseUnit("seconds")
                .description("How long a webhook has not taken its next message; should be 0")
                .register(registry);
    }

    /** All webhooks, before events are sent. */
    public void watched(List<Webhook> webhooks) {
        failing.register(
                webhooks.stream()
                        .<Row<?>>map(
                                webhook -> Row.of(Tags.of("webhook", Long.toString(webhook.id())), seconds(webhook)))
                        .toList(),
                true);
    }

    private double seconds(Webhook webhook) {
        return webhook.failingSince()
                .map(since -> (double) Duration.between(since, clock.instant()).toSeconds())
                .orElse(0.0);
    }

    /** Another node sends events from now on, or none. */
    public void left() {
        failing.register(List.of(), true);
    }
}
