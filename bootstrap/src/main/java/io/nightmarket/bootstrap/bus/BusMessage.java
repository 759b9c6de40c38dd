package io.nightmarket.bootstrap.bus;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of the event bus. Each has one address, which names its version: a change of form takes a new address. The
 * bus delivers at most once, so a message is a hint, and its loss is made good by a slower way.
 */
public sealed interface BusMessage {
    /**
     * A reader met a stale entry of a cache. Sent to one; lost: the next reader asks again.
     *
     * @param seen the version of the entry
     */
    record CacheRebuild(String cache, String key, long seen) implements BusMessage {
        public static String addressOf(String cache) {
            return cache + ".rebuild.v1";
        }
    }

    /**
     * The value of a key changed. Published to all; lost: a node detects the gap by the next number, and copies in
     * its memory expire after seconds in any case.
     *
     * @param node the node that sends it
     * @param number the message's number among those of this node and cache
     * @param key null in a heartbeat, which repeats the last number
     */
    record CacheInvalidated(
            String cache,
            String node,
            long number,
            @Nullable String key) implements BusMessage {
        public static String addressOf(String cache) {
            return cache + ".invalidated.v1";
        }
    }

    /** The shared cache has a key that other nodes wait for. Published to all; lost: they poll. */
    record CacheLoaded(String cache, String key) implements BusMessage {
        public static String addressOf(String cache) {
            return cache + ".loaded.v1";
        }
    }

    /** Outcomes of settlement. Published to all nodes; may be lost: waiting buyers ask the database. */
    record OrdersSettled(List<Bought> settled, List<Bought> rejected) implements BusMessage {
        public static final String ADDRESS = "order.settled.v1";

        /** An order of a buyer in a sale. */
        public record Bought(long order, long voucher, long buyer) {}

        public OrdersSettled {
            settled = List.copyOf(settled);
            rejected = List.copyOf(rejected);
        }
    }

    /** The orders of these buyers changed. Published to all; lost: streams of their notices poll the database. */
    record OrdersChanged(List<Long> buyers) implements BusMessage {
        public static final String ADDRESS = "order.changed.v1";

        public OrdersChanged {
            buyers = List.copyOf(buyers);
        }
    }

    /** The feeds of these readers changed, or were seen. Published to all; lost: streams count again after a while. */
    record FeedsChanged(List<Long> readers) implements BusMessage {
        public static final String ADDRESS = "feed.changed.v1";

        public FeedsChanged {
            readers = List.copyOf(readers);
        }
    }

    /** A note of this author, whose notes are pulled, is in feeds. Published to all; lost: as {@link FeedsChanged}. */
    record PulledAuthorPublished(long author) implements BusMessage {
        public static final String ADDRESS = "feed.pulled-author-published.v1";
    }

    /** Orders of a shard can't be settled for now. Published to all with every failure; lost: the next one says it. */
    record SettlementStalled(int shard, long sinceMillis, String reason) implements BusMessage {
        public static final String ADDRESS = "settlement.stalled.v1";
    }

    /** The terms of a sale changed. Published to all; lost: nodes read them again after seconds. */
    record SaleChanged(long voucher, long version) implements BusMessage {
        public static final String ADDRESS = "sale.changed.v1";
    }

    /** A lock was released that others wait for. Published to all; lost: the waiters ask again after a moment. */
    record LockReleased(String key) implements BusMessage {
        public static final String ADDRESS = "lock.released.v1";
    }

    /** A lock was taken from its holders. Published to all; lost: they find it out by their next renewal. */
    record LockForceUnlocked(String key) implements BusMessage {
        public static final String ADDRESS = "lock.force-unlocked.v1";
    }

    /** This session was ended. Published to all; lost: a node trusts its tokens until it checks them again. */
    record SessionEnded(String session) implements BusMessage {
        public static final String ADDRESS = "session.ended.v1";

        @Override
        public String toString() {
            return "SessionEnded";
        }
    }

    /** This session has another role. Published to all; lost: as {@link SessionEnded}. */
    record SessionChanged(String session) implements BusMessage {
        public static final String ADDRESS = "session.changed.v1";

        @Override
        public String toString() {
            return "SessionChanged";
        }
    }
}
