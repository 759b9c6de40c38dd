package io.nightmarket.chaos.check;

/** The outcome of one request, as far as the client can know. */
public sealed interface Answer {
    /** How firmly an order was promised. */
    enum OrderState {
        /** Taken into the queue. */
        ACCEPTED,
        /** Not written yet. */
        QUEUED,
        /** Written. */
        SETTLED,
        /** The buyer has this one already. */
        BOUGHT
    }

    /** There is this order. */
    record OrderAnswered(long order, OrderState state) implements Answer {}

    /** There was this order, and it is void. */
    record Rejected(long order, String reason) implements Answer {
        /** The reason of an order that was accepted, and lost with its queue. */
        public static final String LOST = "LOST";

        public boolean isLost() {
            return reason.equals(LOST);
        }
    }

    /**
     * What was asked took effect.
     *
     * @param what names what was made or found; empty when nothing was, or it is not decided yet
     */
    record Done(String what) implements Answer {
        public Done() {
            this("");
        }
    }

    /** No order was made. */
    record Refused(String code) implements Answer {}

    /** There is no known order. */
    record Nothing() implements Answer {}

    /** Surely nothing was done; one may come again. */
    record Unavailable(String code) implements Answer {}

    /** Anything may have been done. */
    record Unknown(String why) implements Answer {}

    /** An answer that the contract does not have; anything may have been done. */
    record Improper(String what) implements Answer {}

    /** The request did not leave. */
    record NotSent(String why) implements Answer {}

    /** Whether a client tries again. */
    default boolean isToRepeat() {
        return switch (this) {
            case Unavailable _, Unknown _, Improper _, NotSent _ -> true;
            case OrderAnswered _, Rejected _, Done _, Refused _, Nothing _ -> false;
        };
    }
}
