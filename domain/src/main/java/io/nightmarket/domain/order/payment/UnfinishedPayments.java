package io.nightmarket.domain.order.payment;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** What payments have not come to an end, for those who watch. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface UnfinishedPayments {
    /** More are not counted. */
    int MAX_COUNT = 10_000;

    /**
     * Payments and refunds at one moment.
     *
     * @param pendingPayments that the gateway has not decided, {@link #MAX_COUNT} at most
     * @param pendingRefunds that the gateway has not confirmed, {@link #MAX_COUNT} at most
     * @param paidWithoutOutcome age of the oldest captured payment whose order is not paid by it, or was not, and that has no
     *     refund; zero when there is none
     */
    record Report(long pendingPayments, long pendingRefunds, Duration paidWithoutOutcome) {}

    /** Examines the captured payments that no call found in order yet. */
    CompletionStage<Report> report();
}
