package io.nightmarket.redis.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.redis.link.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what XREAD answers: streams of entries of fields. What stands behind the known fields is passed over. An entry has the
 * orders that one call admitted; to the domain each of them is an entry, whose id has its place, from 0, in the last bits of the
 * sequence.
 */
final class StreamEntries {
    private static final int INDEX_BITS = 10;

    /** The most orders of an entry; as a place, it stands for the entry as a whole. */
    private static final int WHOLE = (1 << INDEX_BITS) - 1;

    private StreamEntries() {}

    /** Behind all orders of an entry, which Redis names so. */
    static EntryId whole(String entry) {
        return at(first(entry), WHOLE);
    }

    private static EntryId first(String entry) {
        try {
            EntryId named = EntryId.parse(entry);
            return new EntryId(named.millis(), named.sequence() << INDEX_BITS);
        } catch (IllegalArgumentException e) {
            throw new Corrupt("no id of an entry: " + entry, e);
        }
    }

    private static EntryId at(EntryId first, int order) {
        return new EntryId(first.millis(), first.sequence() | order);
    }

    /** How many orders of its entry an order ends. */
    static int count(EntryId order) {
        return (int) (order.sequence() & WHOLE) + 1;
    }

    /** The entry of an order, as Redis names it. */
    static String name(EntryId order) {
        return order.millis() + "-" + (order.sequence() >>> INDEX_BITS);
    }

    /** A name such that the order's entry is the first one behind it. */
    static String justBefore(EntryId order) {
        long sequence = order.sequence() >>> INDEX_BITS;
        if (sequence > 0) {
            return order.millis() + "-" + (sequence - 1);
        }
        return order.millis() > 0 ? (order.millis() - 1) + "-" + Long.toUnsignedString(-1) : "0-0";
    }

    /** What each entry of the stream carries, in order; never nothing. */
    static List<List<QueueEntry>> of(Reply reply) {
        List<List<QueueEntry>> entries = new ArrayList<>();
        for (Reply stream : reply.parts()) {
            for (Reply entry : stream.parts().getLast().parts()) {
                List<Reply> idAndFields = entry.parts();
                entries.add(orders(first(idAndFields.getFirst().text()), idAndFields.getLast()));
            }
        }
        return entries;
    }

    /** What is wrong with the fields is reported for this entry alone, and hinders no other. */
    private static List<QueueEntry> orders(EntryId first, Reply fields) {
        try {
            List<Reply> parts = fields.parts();
            VoucherId voucher = new VoucherId(ScriptTexts.positive(value(parts, 0, "voucher")));
            Instant at = Instant.ofEpochMilli(ScriptTexts.positive(value(parts, 2, "at")));
            String[] orders = value(parts, 4, "orders").split(" ", -1);
            if (orders.length > WHOLE) {
                throw new Corrupt("more than " + WHOLE + " orders in an entry");
            }
            List<QueueEntry> entries = new ArrayList<>(orders.length);
            for (int i = 0; i < orders.length; i++) {
                entries.add(order(at(first, i), orders[i], voucher, at));
            }
            return entries;
        } catch (Corrupt e) {
            return List.of(new QueueEntry.Malformed(at(first, WHOLE), String.valueOf(e.getMessage())));
        }
    }

    private static QueueEntry order(EntryId id, String orderAndBuyer, VoucherId voucher, Instant at) {
        int colon = orderAndBuyer.indexOf(':');
        if (colon < 0) {
            return new QueueEntry.Malformed(id, "no order and buyer: " + orderAndBuyer);
        }
        try {
            return new QueueEntry.QueuedOrder(
                    id,
                    new Purchase(
                            new OrderId(ScriptTexts.positive(orderAndBuyer.substring(0, colon))),
                            voucher,
                            new UserId(ScriptTexts.positive(orderAndBuyer.substring(colon + 1)))),
                    at);
        } catch (Corrupt e) {
            return new QueueEntry.Malformed(id, String.valueOf(e.getMessage()));
        }
    }

    /** The fields stand in the order that an admission writes them in; scripts find them by their places. */
    private static String value(List<Reply> fields, int place, String name) {
        if (fields.size() <= place + 1 || !fields.get(place).text().equals(name)) {
            throw new Corrupt("the field " + name + " is not in its place");
        }
        return fields.get(place + 1).text();
    }
}
