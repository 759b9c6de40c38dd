package io.nightmarket.redis.sale.queue;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;

/** What the queue's scripts take and answer as texts; anything but a number in the place of one is {@code Corrupt}. */
final class ScriptTexts {
    private static final String REVISION = " revision ";

    private ScriptTexts() {}

    static String number(Epoch epoch) {
        return Long.toString(epoch.number());
    }

    static Unavailable shardClosed() {
        return new Unavailable("the shard is closed");
    }

    static long any(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new Corrupt("not a number: " + text, e);
        }
    }

    static long positive(String text) {
        long number = any(text);
        if (number <= 0) {
            throw new Corrupt("not a positive number: " + text);
        }
        return number;
    }

    /** A reservation that is loaded; as reserve-again writes it. */
    static String reservation(Purchase purchase) {
        return purchase.order().value() + (purchase.revision() == 0 ? "" : REVISION + purchase.revision());
    }

    /** The revision of a reservation, or 0. */
    static long revision(String stored) {
        int at = stored.indexOf(REVISION);
        return at < 0 ? 0 : positive(stored.substring(at + REVISION.length()));
    }

    /** The order of a reservation; a request key may stand behind it, or a revision. */
    static OrderId order(String stored) {
        int space = stored.indexOf(' ');
        return new OrderId(positive(space < 0 ? stored : stored.substring(0, space)));
    }
}
