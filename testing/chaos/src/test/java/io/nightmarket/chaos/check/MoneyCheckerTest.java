package io.nightmarket.chaos.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.chaos.check.Answer.Done;
import io.nightmarket.chaos.check.Answer.Improper;
import io.nightmarket.chaos.check.Answer.Refused;
import io.nightmarket.chaos.check.Event.Operation;
import io.nightmarket.chaos.check.MoneyState.OrderRow;
import io.nightmarket.chaos.check.MoneyState.PaymentRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Orders with their histories ({@code order 1 2 PLACED,PAID} is of status 2), payments of them at 100 cents ({@code payment 91 1
 * CAPTURED PAID 100 0 0 100 0}: captured, refunded, returned, charged, repaid), and answers to buyers ({@code cancel 1: done}).
 */
final class MoneyCheckerTest {
    private final List<OrderRow> orders = new ArrayList<>();
    private final List<PaymentRow> payments = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();

    private void bend(String step) {
        String[] words = step.split(":? ", -1);
        switch (words[0]) {
            case "order" ->
                orders.add(new OrderRow(
                        Long.parseLong(words[1]), 7, Integer.parseInt(words[2]), List.of(words[3].split(",", -1))));
            case "payment" ->
                payments.add(new PaymentRow(
                        Long.parseLong(words[1]),
                        Long.parseLong(words[2]),
                        words[3],
                        words[4].replace("-", ""),
                        100,
                        Long.parseLong(words[5]),
                        Long.parseLong(words[6]),
                        Long.parseLong(words[7]),
                        Long.parseLong(words[8]),
                        Long.parseLong(words[9])));
            default ->
                events.add(new Event(
                        7,
                        Operation.valueOf(words[0].toUpperCase(Locale.ROOT)),
                        0,
                        Event.changing(Long.parseLong(words[1])),
                        0,
                        1,
                        answer(words)));
        }
    }

    private static Answer answer(String... words) {
        String what = words.length > 3 ? words[3] : "";
        return switch (words[2]) {
            case "done" -> new Done(what);
            case "refused" -> new Refused(what);
            default -> new Improper("HTTP 500");
        };
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            unpaid | order 1 1 PLACED |
            paid | order 1 2 PLACED,PAID; payment 91 1 CAPTURED PAID 100 0 0 100 0; pay 1: done 91 |
            paid at the second attempt | order 1 2 PLACED,PAID; payment 90 1 REFUSED - 0 0 0 0 0;\
             payment 91 1 CAPTURED PAID 100 0 0 100 0; pay 1: refused PAYMENT_REFUSED |
            paid by two, one of which returns | order 1 2 PLACED,PAID,MONEY_RETURNING,MONEY_RETURNED; payment 91 1 CAPTURED PAID 100 0 0 100 0;\
             payment 92 1 CAPTURED TO_REFUND 100 100 100 100 100; pay 1: refused PAYMENT_TOO_LATE |
            paid by two, and both are kept | order 1 2 PLACED,PAID; payment 91 1 CAPTURED PAID 100 0 0 100 0;\
             payment 92 1 CAPTURED PAID 100 0 0 100 0 | one payment of a paid order is kept, and none of another
            refunded | order 1 6 PLACED,PAID,REFUNDING,REFUNDED; payment 91 1 CAPTURED PAID 100 100 100 100 100;\
             refund 1: done |
            refunded, and the gateway did nothing | order 1 6 PLACED,PAID,REFUNDING,REFUNDED;\
             payment 91 1 CAPTURED PAID 100 100 100 100 0 | the gateway returned what the ledger has
            refunded by half | order 1 2 PLACED,PAID; payment 91 1 CAPTURED PAID 100 50 50 100 50\
             | a payment is refunded whole, or not
            refunding for ever | order 1 5 PLACED,PAID,REFUNDING; payment 91 1 CAPTURED PAID 100 100 0 100 0\
             | a refund ends; the gateway returned what the ledger has
            used | order 1 3 PLACED,PAID,USED; payment 91 1 CAPTURED PAID 100 0 0 100 0; redeem 1: done;\
             refund 1: refused ORDER_NOT_REFUNDABLE |
            used after a refund | order 1 3 PLACED,PAID,REFUNDING,USED; payment 91 1 CAPTURED PAID 100 0 0 100 0\
             | transitions are those of the page
            called off | order 1 4 PLACED,CALLED_OFF |
            redeemed twice | order 1 3 PLACED,PAID,USED,UNREDEEMED,USED; payment 91 1 CAPTURED PAID 100 0 0 100 0 |
            revived | order 1 2 PLACED,EXPIRED,REVIVED; payment 91 1 CAPTURED PAID 100 0 0 100 0 |
            revived, which its buyer cancelled | order 1 2 PLACED,CANCELLED,REVIVED; payment 91 1 CAPTURED PAID 100 0 0 100 0\
             | transitions are those of the page
            cancelled, and the money returns | order 1 4 PLACED,CANCELLED,MONEY_RETURNING,MONEY_RETURNED;\
             payment 91 1 CAPTURED TO_REFUND 100 100 100 100 100 |
            used while other money returns | order 1 3 PLACED,PAID,MONEY_RETURNING,USED,MONEY_RETURNED;\
             payment 91 1 CAPTURED PAID 100 0 0 100 0; payment 92 1 CAPTURED TO_REFUND 100 100 100 100 100 |
            money returns, and the history is silent | order 1 4 PLACED,CANCELLED;\
             payment 91 1 CAPTURED TO_REFUND 100 100 100 100 100 | the history has the money that returns
            cancelled, and the money is kept | order 1 4 PLACED,CANCELLED,MONEY_RETURNING; payment 91 1 CAPTURED TO_REFUND 100 0 0 100 0\
             | money that pays nothing returns; one payment of a paid order is kept, and none of another;\
             captured = kept + refunded
            not decided | order 1 4 PLACED,CANCELLED; payment 91 1 CAPTURED LATE 100 0 0 100 0\
             | each payment has an outcome; money that pays nothing returns; captured = kept + refunded;\
             one payment of a paid order is kept, and none of another
            pending | order 1 1 PLACED; payment 91 1 PENDING - 0 0 0 0 0 | each payment has an outcome
            taken, and not known | order 1 1 PLACED; payment 91 1 REFUSED - 0 0 0 100 0\
             | the ledger has what the gateway took
            another status than the history's | order 1 2 PLACED,CANCELLED\
             | status and history agree; one payment of a paid order is kept, and none of another;\
             paid = redeemable + used + refunding + refunded
            of no order | payment 91 1 REFUSED - 0 0 0 0 0 | a payment is of an order
            answered as cancelled, and paid | order 1 2 PLACED,PAID; payment 91 1 CAPTURED PAID 100 0 0 100 0; cancel 1: done\
             | what was answered as done is done
            answered as paid, and is not | order 1 1 PLACED; pay 1: done 91 | what was answered as paid is paid
            not decided in time is no promise | order 1 1 PLACED; pay 1: done |
            refused without a reason | order 1 1 PLACED; cancel 1: refused ORDER_USED_ALREADY | a change is refused for a reason
            no answer of the contract | order 1 1 PLACED; pay 1: improper | answers are those of the contract
            """)
    void moneyThatDoesNotAddUpIsFound(String name, String steps, @Nullable String rules) {
        for (String step : steps.split("; ?", -1)) {
            bend(step);
        }
        assertEquals(
                rules == null ? Set.of() : Set.of(rules.split("; ")),
                MoneyChecker.check(events, new MoneyState(orders, payments)).stream()
                        .map(Violation::rule)
                        .collect(Collectors.toSet()),
                name);
    }
}
