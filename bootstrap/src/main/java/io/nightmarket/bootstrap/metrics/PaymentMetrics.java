package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.UnfinishedPayments;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is measured of payments: gauges on the node that watches them, and on no other. */
public final class PaymentMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(PaymentMetrics.class);
    private static final double MILLIS = Duration.ofSeconds(1).toMillis();
    /** Younger ones are being decided. */
    private static final Duration ALARM_AFTER = Duration.ofSeconds(60);

    private final MultiGauge paidWithoutOutcome;
    private final MultiGauge payments;
    private final MultiGauge refunds;
    private final Counter amounts;

    PaymentMetrics(MeterRegistry registry) {
        this.paidWithoutOutcome = MultiGauge.builder("nightmarket.paid.without.outcome")
                .baseUnit("seconds")
                .description(
                        "Age of the oldest captured payment that neither paid its order nor has a refund; should be 0")
                .register(registry);
        this.payments = MultiGauge.builder("nightmarket.payments.pending")
                .description("Payments that the gateway has not decided; 10,000 stands for that many or more")
                .register(registry);
        this.refunds = MultiGauge.builder("nightmarket.refunds.pending")
                .description("Refunds that the gateway has not confirmed; 10,000 stands for that many or more")
                .register(registry);
        this.amounts = Counter.builder("nightmarket.payment.amounts.differing")
                .description("Reports of a captured payment with another amount; should be 0")
                .register(registry);
    }

    /** A gateway reported another amount of a captured payment; the first one stands, and only people know which is right. */
    public void amountDiffers(PaymentId payment, long recorded, long reported) {
        LOG.error(
                "Payment {} was captured with {} cents, and is reported with {}", payment.value(), recorded, reported);
        amounts.increment();
    }

    /** What the watch found; money that led to nothing is logged, too. */
    public void watched(UnfinishedPayments.Report report) {
        set(paidWithoutOutcome, report.paidWithoutOutcome().toMillis() / MILLIS);
        set(payments, report.pendingPayments());
        set(refunds, report.pendingRefunds());
        if (report.paidWithoutOutcome().compareTo(ALARM_AFTER) > 0) {
            LOG.error(
                    "Money that was captured {} s ago neither paid its order nor has a refund;"
                            + " an operator has to look at it",
                    report.paidWithoutOutcome().toSeconds());
        }
    }

    private static void set(MultiGauge gauge, Number value) {
        gauge.register(List.of(Row.of(Tags.empty(), value)), true);
    }
}
