package io.nightmarket.chaos.check;

import io.nightmarket.chaos.check.Answer.Done;
import io.nightmarket.chaos.check.Answer.Improper;
import io.nightmarket.chaos.check.Answer.Refused;
import io.nightmarket.chaos.check.Event.Operation;
import io.nightmarket.chaos.check.MoneyState.OrderRow;
import io.nightmarket.chaos.check.MoneyState.PaymentRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What must hold of answers to requests that change orders, or report on payments. */
final class ChangeRules {
    /** The refusals of each request that changes an order, or reports on a payment. */
    private static final Map<Operation, Set<String>> PROPER = Map.of(
            Operation.PAY,
            Set.of("ORDER_CANCELLED", "ORDER_PAID_ALREADY", "PAYMENT_TOO_LATE", "PAYMENT_REFUSED"),
            Operation.CANCEL,
            Set.of("ORDER_PAID_ALREADY"),
            Operation.REFUND,
            Set.of("ORDER_NOT_REFUNDABLE"),
            Operation.REDEEM,
            Set.of("ORDER_NOT_PAID", "ORDER_USED_ALREADY"),
            Operation.NOTIFY,
            Set.of("NOTIFICATION_REPLAYED"));

    /** What is in an order's history once a request was answered as done. */
    private static final Map<Operation, Set<String>> EFFECTS = Map.of(
            Operation.CANCEL,
            Set.of("CANCELLED"),
            Operation.REFUND,
            Set.of("REFUNDING"),
            Operation.REDEEM,
            Set.of("USED"));

    private ChangeRules() {}

    /**
     * The rule that an answer breaks.
     *
     * @param order the order that it is about, as it is in the end
     * @param payments the payments of that order
     */
    static Optional<String> broken(Event event, Optional<OrderRow> order, List<PaymentRow> payments) {
        return switch (event.answer()) {
            case Refused(String code) ->
                rule(
                        PROPER.getOrDefault(event.operation(), Set.of()).contains(code),
                        "a change is refused for a reason");
            case Improper _ -> rule(false, "answers are those of the contract");
            case Done(String payment) ->
                event.operation() == Operation.PAY
                        ? rule(payment.isEmpty() || isPaid(payment, payments), "what was answered as paid is paid")
                        : rule(hasEffect(event.operation(), order), "what was answered as done is done");
            default -> Optional.empty();
        };
    }

    private static Optional<String> rule(boolean holds, String rule) {
        return holds ? Optional.empty() : Optional.of(rule);
    }

    private static boolean isPaid(String id, List<PaymentRow> payments) {
        return payments.stream()
                .anyMatch(payment -> Long.toString(payment.payment()).equals(id)
                        && payment.outcome().equals("PAID"));
    }

    private static boolean hasEffect(Operation operation, Optional<OrderRow> order) {
        Set<String> effects = EFFECTS.getOrDefault(operation, Set.of());
        return effects.isEmpty()
                || order.filter(row -> row.events().stream().anyMatch(effects::contains))
                        .isPresent();
    }
}
