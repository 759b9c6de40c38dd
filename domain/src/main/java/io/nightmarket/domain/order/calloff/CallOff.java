package io.nightmarket.domain.order.calloff;

import io.nightmarket.domain.account.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * How far the call-off of a sale has come: counted again while it goes on, and as it was proved once it is done.
 *
 * @param actor the member of staff who called the sale off
 * @param done when nothing was left and the money added up; empty until then
 */
public record CallOff(UserId actor, String reason, Instant at, Optional<Instant> done, Orders orders, Money money) {
    /**
     * The sale's orders by what became of them, whenever that was.
     *
     * @param left those that are unpaid or paid
     * @param cancelled those that cost nothing, or nothing that is not returned
     * @param toReturn cancelled ones whose money has to be returned by people
     * @param deadLetters accepted orders that an operator has to replay or purge first
     */
    public record Orders(
            long left, long cancelled, long refunding, long refunded, long used, long toReturn, long deadLetters) {}

    /**
     * The money of the sale's orders, in cents.
     *
     * @param in what was captured here, and the price of what was paid elsewhere and is used or to return
     * @param out what refunds returned
     */
    public record Money(long in, long out, long used, long toReturn) {
        public boolean addsUp() {
            return in == out + used + toReturn;
        }
    }
}
