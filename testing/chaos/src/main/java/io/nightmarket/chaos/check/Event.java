package io.nightmarket.chaos.check;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * One request with its answer.
 *
 * @param node the node that was asked, from 0
 * @param how what was special about the request; empty when nothing was
 * @param sent nanoseconds from the begin of the run to the request
 * @param answered nanoseconds from the begin of the run to the answer
 */
public record Event(long buyer, Operation operation, int node, String how, long sent, long answered, Answer answer) {
    /** What a client does. */
    public enum Operation {
        CLICK,
        /** Asks afterwards what became of its click. */
        RESULT,
        /** No request: chaos put the order into the queue itself, in the name of this buyer. */
        BY_HAND,
        /** An operator changes the sale; {@link #how} is {@link #PAUSE}, {@link #RESUME} or {@link #restock}. */
        OPERATE,
        PAY,
        CANCEL,
        REFUND,
        /** A merchant takes the voucher of this buyer. */
        REDEEM,
        /** The buyer looks at an order. */
        LOOK,
        /** The provider reports a payment of this buyer. */
        NOTIFY;

        /** The last word of the path. */
        public String verb() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether it is about an order that the buyer has. */
        public boolean isAfterSale() {
            return compareTo(OPERATE) > 0;
        }
    }

    /** How a click says that its buyer waits until the order is written. */
    public static final String DURABLE = "durable";

    public static final String PAUSE = "pause";
    public static final String RESUME = "resume";

    private static final String ORDER = "?order=";

    /** How a question names an order; empty for 0, which is none. */
    public static String naming(long order) {
        return order == 0 ? "" : ORDER + order;
    }

    /** The order that a question named; 0 when it named none. */
    public static long orderIn(String question) {
        return question.isEmpty() ? 0 : Long.parseLong(question.substring(ORDER.length()));
    }

    /** How a request names the order that it changes. */
    public static String changing(long order) {
        return "order " + order;
    }

    /** The order that a request changes; 0 when it names a payment. */
    long changedOrder() {
        String[] words = how.split(" ", 3);
        return words[0].equals("order") ? Long.parseLong(words[1]) : 0;
    }

    public boolean isDurableClick() {
        return operation == Operation.CLICK && how.startsWith(DURABLE);
    }

    /** How an operator names a change of the stock. */
    public static String restock(String name, long units) {
        return "stock " + name + ' ' + units;
    }

    /** One line of a story. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,9.1f ms to %,9.1f ms  buyer %d  %s%s at node %d: %s",
                millis(sent),
                millis(answered),
                buyer,
                operation,
                how.isEmpty() ? "" : " (" + how + ')',
                node,
                answer);
    }

    private static double millis(long nanos) {
        return nanos / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }
}
