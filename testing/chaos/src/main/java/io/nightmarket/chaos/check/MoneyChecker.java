package io.nightmarket.chaos.check;

import io.nightmarket.chaos.check.MoneyState.OrderRow;
import io.nightmarket.chaos.check.MoneyState.PaymentRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges what became of the orders of one sale and of the money paid for them, when all is quiet, by what clients wrote down and
 * what MySQL and the gateway hold. It knows the page on orders and nothing of the code behind it.
 */
public final class MoneyChecker {
    /** From one event of an order to the next; the first one is {@code PLACED}. */
    private static final Map<String, Set<String>> NEXT = Map.of(
            "PLACED", Set.of("PAID", "CANCELLED", "EXPIRED", "CALLED_OFF"),
            "PAID", Set.of("USED", "REFUNDING"),
            "REVIVED", Set.of("USED", "REFUNDING"),
            "CANCELLED", Set.of(),
            "EXPIRED", Set.of("REVIVED"),
            "CALLED_OFF", Set.of(),
            "USED", Set.of("UNREDEEMED"),
            "UNREDEEMED", Set.of("USED", "REFUNDING"),
            "REFUNDING", Set.of("REFUNDED"),
            "REFUNDED", Set.of());

    private static final Map<String, Integer> STATUS = Map.of(
            "PLACED",
            1,
            "PAID",
            2,
            "REVIVED",
            2,
            "USED",
            3,
            "CANCELLED",
            4,
            "EXPIRED",
            4,
            "CALLED_OFF",
            4,
            "UNREDEEMED",
            2,
            "REFUNDING",
            5,
            "REFUNDED",
            6);

    private static final String RETURNING = "MONEY_RETURNING";
    private static final String RETURNED = "MONEY_RETURNED";

    private final List<Event> events;
    private final MoneyState money;
    private final Map<Long, OrderRow> orders;
    private final Map<Long, List<PaymentRow>> payments;
    private final List<Violation> violations = new ArrayList<>();

    private MoneyChecker(List<Event> events, MoneyState money) {
        this.events = events.stream()
                .filter(event -> event.operation().isAfterSale())
                .sorted(Comparator.comparingLong(Event::sent))
                .toList();
        this.money = money;
        this.orders = money.orders().stream().collect(Collectors.toMap(OrderRow::order, Function.identity()));
        this.payments = money.payments().stream().collect(Collectors.groupingBy(PaymentRow::order));
    }

    /** Nothing when every promise was kept. */
    public static List<Violation> check(List<Event> events, MoneyState money) {
        MoneyChecker checker = new MoneyChecker(events, money);
        money.orders().forEach(checker::checkHistory);
        money.orders().forEach(checker::checkReturns);
        money.orders().forEach(checker::checkThatOnePaymentIsKept);
        money.payments().forEach(checker::checkPayment);
        checker.events.forEach(checker::checkAnswer);
        checker.checkSums();
        return List.copyOf(checker.violations);
    }

    private void checkHistory(OrderRow order) {
        String last = "";
        List<String> transitions = order.events().stream()
                .filter(event -> !event.equals(RETURNING) && !event.equals(RETURNED))
                .toList();
        for (String event : transitions) {
            boolean follows = last.isEmpty()
                    ? event.equals("PLACED")
                    : NEXT.getOrDefault(last, Set.of()).contains(event);
            if (!follows) {
                broken("transitions are those of the page", event + " follows " + order.events(), order.order());
            }
            last = event;
        }
        if (order.status() == 5) {
            broken("a refund ends", "order " + order.order() + " is still refunding", order.order());
        } else if (STATUS.getOrDefault(last, 0) != order.status()) {
            broken(
                    "status and history agree",
                    "order " + order.order() + " is " + order.status() + " after " + order.events(),
                    order.order());
        }
    }

    /** Money that the buyer did not ask for; its refund changes no status. */
    private void checkReturns(OrderRow order) {
        List<PaymentRow> returning = of(order.order())
                .filter(payment -> payment.outcome().equals("TO_REFUND"))
                .toList();
        long returned =
                returning.stream().filter(payment -> payment.refunded() > 0).count();
        if (Collections.frequency(order.events(), RETURNING) != returning.size()
                || Collections.frequency(order.events(), RETURNED) != returned) {
            broken(
                    "the history has the money that returns",
                    "order " + order.order() + ": " + order.events() + ", payments " + returning,
                    order.order());
        }
    }

    /** What is paid or used is paid once, and nothing is kept of any other order. */
    private void checkThatOnePaymentIsKept(OrderRow order) {
        long due = order.status() == 2 || order.status() == 3 ? 1 : 0;
        long kept = of(order.order()).filter(payment -> payment.kept() > 0).count();
        if (kept != due) {
            broken(
                    "one payment of a paid order is kept, and none of another",
                    kept + " are kept of order " + order.order() + " of status " + order.status(),
                    order.order());
        }
    }

    private Stream<PaymentRow> of(long order) {
        return payments.getOrDefault(order, List.of()).stream();
    }

    private void checkPayment(PaymentRow payment) {
        check(
                !payment.status().equals("PENDING") && !payment.outcome().equals("LATE"),
                "each payment has an outcome",
                payment);
        boolean captured = payment.status().equals("CAPTURED");
        check(
                payment.captured() == (captured ? payment.amount() : 0) && payment.captured() == payment.charged(),
                "the ledger has what the gateway took",
                payment);
        check(
                payment.refunded() == 0 || payment.refunded() == payment.captured(),
                "a payment is refunded whole, or not",
                payment);
        check(
                payment.refunded() == payment.returned() && payment.refunded() == payment.repaid(),
                "the gateway returned what the ledger has",
                payment);
        check(
                !captured || payment.outcome().equals("PAID") || payment.kept() == 0,
                "money that pays nothing returns",
                payment);
        check(orders.containsKey(payment.order()), "a payment is of an order", payment);
    }

    private void check(boolean holds, String rule, PaymentRow payment) {
        if (!holds) {
            broken(rule, payment.toString(), payment.order());
        }
    }

    private void checkAnswer(Event event) {
        long order = event.changedOrder();
        ChangeRules.broken(
                        event, Optional.ofNullable(orders.get(order)), of(order).toList())
                .ifPresent(rule -> broken(rule, event.toString(), order));
    }

    /** Paid orders are redeemable, used, refunding or refunded; what was captured is kept or refunded. */
    private void checkSums() {
        long paid = money.orders().stream()
                .filter(order ->
                        order.events().contains("PAID") || order.events().contains("REVIVED"))
                .count();
        long accounted = money.orders().stream()
                .filter(order -> order.status() == 2 || order.status() == 3 || order.status() >= 5)
                .count();
        if (paid != accounted) {
            broken("paid = redeemable + used + refunding + refunded", paid + " paid, " + accounted + " found", 0);
        }
        long captured =
                money.payments().stream().mapToLong(PaymentRow::captured).sum();
        long kept = money.payments().stream()
                .filter(payment -> payment.outcome().equals("PAID"))
                .mapToLong(PaymentRow::kept)
                .sum();
        long refunded =
                money.payments().stream().mapToLong(PaymentRow::refunded).sum();
        if (captured != kept + refunded) {
            broken("captured = kept + refunded", captured + " cents, " + kept + " kept, " + refunded + " refunded", 0);
        }
    }

    private void broken(String rule, String what, long order) {
        List<String> story = new ArrayList<>();
        events.stream()
                .filter(event -> order != 0 && event.changedOrder() == order)
                .forEach(event -> story.add(event.toString()));
        if (orders.containsKey(order)) {
            story.add("MySQL has " + orders.get(order));
        }
        of(order).forEach(payment -> story.add("MySQL and the gateway have " + payment));
        violations.add(new Violation(rule, what, story));
    }
}
