package io.nightmarket.bootstrap.bus;

import java.util.List;

/**
 * A message of the event bus. Each has one address, which names its version: a change of form takes a new address. The
 * bus delivers at most once, so a message is a hint, and its loss is made good by a slower way.
 */
public sealed interface BusMessage {
    String address();

    /** A reader met a stale copy of this shop. Sent to one; lost: the next reader asks again. */
    record ShopRebuild(long shop) implements BusMessage {
        public static final String ADDRESS = "shop.rebuild.v1";

        @Override
        public String address() {
            return ADDRESS;
        }
    }

    /** A reader met a stale copy of the list of shop types. Sent to one; lost: the next reader asks again. */
    record ShopTypesRebuild() implements BusMessage {
        public static final String ADDRESS = "shop-types.rebuild.v1";

        @Override
        public String address() {
            return ADDRESS;
        }
    }

    /** What the books made of orders. Published to all; lost: whoever waits asks the books. */
    record OrdersSettled(List<Bought> settled, List<Bought> rejected) implements BusMessage {
        public static final String ADDRESS = "order.settled.v1";

        /** An order of a buyer in a sale. */
        public record Bought(long order, long voucher, long buyer) {}

        public OrdersSettled {
            settled = List.copyOf(settled);
            rejected = List.copyOf(rejected);
        }

        @Override
        public String address() {
            return ADDRESS;
        }
    }

    /** This session was ended. Published to all; lost: a node trusts its tokens until it checks them again. */
    record SessionEnded(String session) implements BusMessage {
        public static final String ADDRESS = "session.ended.v1";

        @Override
        public String address() {
            return ADDRESS;
        }

        @Override
        public String toString() {
            return "SessionEnded";
        }
    }
}
