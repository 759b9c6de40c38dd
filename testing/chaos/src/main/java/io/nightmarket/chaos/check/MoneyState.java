package io.nightmarket.chaos.check;

import java.util.List;

/** What MySQL has of the orders of a sale, and of the money that was paid for them; and what the gateway has of that. */
public record MoneyState(List<OrderRow> orders, List<PaymentRow> payments) {
    public MoneyState {
        orders = List.copyOf(orders);
        payments = List.copyOf(payments);
    }

    /**
     * An order.
     *
     * @param status 1 unpaid, 2 paid, 3 used, 4 cancelled, 5 refunding, 6 refunded
     * @param events in the order of their commits
     */
    public record OrderRow(long order, long buyer, int status, List<String> events) {
        public OrderRow {
            events = List.copyOf(events);
        }
    }

    /**
     * An attempt to pay, in cents.
     *
     * @param outcome PAID, TO_REFUND or LATE; empty when there is none
     * @param returned by refunds that are done
     * @param charged what the gateway took, 0 when it took nothing
     * @param repaid what the gateway returned
     */
    public record PaymentRow(
            long payment,
            long order,
            String status,
            String outcome,
            long amount,
            long captured,
            long refunded,
            long returned,
            long charged,
            long repaid) {
        long kept() {
            return captured - refunded;
        }
    }
}
