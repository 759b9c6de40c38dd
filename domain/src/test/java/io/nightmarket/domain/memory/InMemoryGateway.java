package io.nightmarket.domain.memory;

import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.order.payment.ChargeOutcome;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentGateway;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentNotification;
import io.nightmarket.domain.order.payment.Refund;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/**
 * A gateway that does as the payer is called: {@code refuse}, {@code delay}, {@code scan} or {@code hang}; it captures from all others. A
 * notification has three numbers: id, payment and amount; its signature is {@code signed}.
 */
public final class InMemoryGateway implements PaymentGateway {
    private final Map<PaymentId, ChargeOutcome> charges = new HashMap<>();
    private final Set<PaymentId> refunded = new HashSet<>();
    private volatile boolean setUp = true;
    private long balance;

    /** There is one from now on, or none. */
    public void setUp(boolean there) {
        setUp = there;
    }

    @Override
    public boolean isSetUp() {
        return setUp;
    }

    /** What it has of all payers. */
    public synchronized long balance() {
        return balance;
    }

    @Override
    public synchronized CompletionStage<ChargeOutcome> charge(Payment payment, String payer) {
        ChargeOutcome outcome = switch (payer) {
            case "refuse" -> new ChargeOutcome.Refused();
            case "delay" -> new ChargeOutcome.Pending();
            case "scan" ->
                new ChargeOutcome.Pending(
                        Optional.of("https://pay.example.com/" + payment.id().value()));
            default -> new ChargeOutcome.Captured(payment.amount());
        };
        if (charges.putIfAbsent(payment.id(), outcome) == null && outcome instanceof ChargeOutcome.Captured) {
            balance += payment.amount();
        }
        return payer.equals("hang")
                ? CompletableFuture.failedStage(new TimedOut("hangs"))
                : CompletableFuture.completedStage(charges.get(payment.id()));
    }

    @Override
    public synchronized CompletionStage<ChargeOutcome> resolve(PaymentId payment) {
        return CompletableFuture.completedStage(charges.computeIfAbsent(payment, _ -> new ChargeOutcome.Refused()));
    }

    /** Captures a payment that was pending. */
    public synchronized void decide(PaymentId payment, long amount) {
        if (charges.put(payment, new ChargeOutcome.Captured(amount)) instanceof ChargeOutcome.Pending) {
            balance += amount;
        }
    }

    @Override
    public synchronized CompletionStage<Void> refund(Refund refund) {
        if (refunded.add(refund.payment())) {
            balance -= refund.amount();
        }
        return CompletableFuture.completedStage(null);
    }

    @Override
    public Optional<PaymentNotification> verify(byte[] body, String signature) {
        if (!signature.equals("signed")) {
            return Optional.empty();
        }
        List<Long> numbers = Pattern.compile("[0-9]+")
                .matcher(new String(body, StandardCharsets.UTF_8))
                .results()
                .map(found -> Long.parseLong(found.group()))
                .toList();
        return Optional.of(new PaymentNotification(
                "n" + numbers.get(0), new PaymentId(numbers.get(1)), new ChargeOutcome.Captured(numbers.get(2))));
    }
}
