package io.nightmarket.domain.order.payment;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Notifications of gateways that were recorded, by their ids. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface PaymentNotifications {
    /** Whether this notification comes for the first time; it does not the next time. */
    CompletionStage<Boolean> firstSeen(String notification);

    /** Forgets some that came longer ago than this; answers how many. */
    CompletionStage<Integer> prune(Duration age);
}
