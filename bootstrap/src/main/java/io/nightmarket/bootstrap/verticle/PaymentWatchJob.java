package io.nightmarket.bootstrap.verticle;

import io.nightmarket.bootstrap.metrics.PaymentMetrics;
import io.nightmarket.domain.order.payment.UnfinishedPayments;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures what payments leave open, and logs money that led to nothing. */
public final class PaymentWatchJob implements JobVerticle.Job {
    private static final Logger LOG = LoggerFactory.getLogger(PaymentWatchJob.class);

    /** Younger ones are being decided. */
    private static final Duration ALARM_AFTER = Duration.ofSeconds(60);

    private final UnfinishedPayments payments;
    private final PaymentMetrics metrics;

    public PaymentWatchJob(UnfinishedPayments payments, PaymentMetrics metrics) {
        this.payments = payments;
        this.metrics = metrics;
    }

    @Override
    public CompletionStage<Void> run() {
        return payments.report().thenAccept(report -> {
            metrics.watched(report);
            if (report.paidWithoutOutcome().compareTo(ALARM_AFTER) > 0) {
                LOG.error(
                        "Money that was captured {} s ago neither paid its order nor has a refund;"
                                + " an operator has to look at it",
                        report.paidWithoutOutcome().toSeconds());
            }
        });
    }
}
