package io.nightmarket.domain.order.outbox;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Sends events to an address. */
@FunctionalInterface
public interface EventSender {
    /**
     * Sends one message and completes when the receiver took it. Repeating it sends the same message id. Fails in a bounded time
     * with whatever went wrong; the failure's text is shown to operators.
     */
    CompletionStage<Void> send(Webhook webhook, List<OutgoingEvent> events);
}
