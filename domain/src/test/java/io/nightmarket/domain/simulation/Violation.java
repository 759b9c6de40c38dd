package io.nightmarket.domain.simulation;

/**
 * A promise that was broken.
 *
 * @param story which one, and by what, for people
 */
public record Violation(Kind kind, String story) {
    public enum Kind {
        /** Units issued are not the stock and the claims. */
        BOOKS_UNBALANCED,
        /** A buyer has two orders, or an order and no claim. */
        CLAIMS_DIFFER,
        /** An order of which somebody was told is nowhere. */
        ORDER_LOST,
        /** An order that was said to stand in the ledger does not. */
        NOT_DURABLE,
        /** An order was said to be refused, or was refused, and stands in the ledger. */
        REJECTED_AND_SOLD,
        /** An accepted order was refused, and nothing in the world was a reason for it. */
        REFUSED_WITHOUT_REASON,
        /** Every click of a buyer was refused for sure, and there is an order. */
        REFUSED_AND_SOLD,
        /** Somebody who has an order was told that there is none, or that nothing is left. */
        ORDER_DENIED,
        /** A buyer was told of two orders that both should live. */
        TWO_ORDERS_TOLD,
        /** The gateway has other money than that of the orders that are paid, or money has no outcome. */
        MONEY_DIFFERS,
        /** Queue and ledger disagree though nothing was lost and nothing is under way. */
        QUEUE_DIFFERS,
        /** Something was not brought to its end although everybody had time. */
        UNFINISHED,
        /** More happened than could have: something goes round in a circle. */
        LIVELOCK,
        /** A failure that no call may end in. */
        BUG,
        /** Two held what one may hold. */
        TWO_HOLDERS,
        /** An order became a dead letter, and neither its data nor an operator was a reason for it. */
        DEAD_LETTER_WITHOUT_REASON,
        /** The audit repaired something, or closed a shard, although nothing was lost that it has to find. */
        REPAIRED_WITHOUT_REASON,
        /** A sale was taken for removed before its time by the database's clock. */
        REMOVED_EARLY
    }

    @Override
    public String toString() {
        return kind + ": " + story;
    }
}
