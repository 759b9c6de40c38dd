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

/** Reads what XREAD answers: streams of entries of fields. What stands behind the known fields is passed over. */
final class StreamEntries {
    private StreamEntries() {}

    /** What each entry of the stream bears, in order; never nothing. */
    static List<List<QueueEntry>> of(Reply reply) {
        List<List<QueueEntry>> entries = new ArrayList<>();
        for (Reply stream : reply.parts()) {
            for (Reply entry : stream.parts().getLast().parts()) {
                List<Reply> idAndFields = entry.parts();
                entries.add(orders(place(idAndFields.getFirst().text()), idAndFields.getLast()));
            }
        }
        return entries;
    }

    private static StreamPlace place(String text) {
        try {
            return StreamPlace.parse(text);
        } catch (IllegalArgumentException e) {
            throw new Corrupt("no id of an entry: " + text, e);
        }
    }

    /** What is wrong with the fields is reported for this entry alone, and hinders no other. */
    private static List<QueueEntry> orders(StreamPlace place, Reply fields) {
        try {
            List<Reply> parts = fields.parts();
            VoucherId voucher = new VoucherId(StoredNumbers.positive(value(parts, 0, "voucher")));
            Instant at = Instant.ofEpochMilli(StoredNumbers.positive(value(parts, 2, "at")));
            String[] orders = value(parts, 4, "orders").split(" ", -1);
            if (orders.length > StreamPlace.WHOLE) {
                throw new Corrupt("more than " + StreamPlace.WHOLE + " orders in an entry");
            }
            List<QueueEntry> entries = new ArrayList<>(orders.length);
            for (int i = 0; i < orders.length; i++) {
                entries.add(order(place.at(i).id(), orders[i], voucher, at));
            }
            return entries;
        } catch (Corrupt e) {
            return List.of(new QueueEntry.Malformed(place.at(StreamPlace.WHOLE).id(), String.valueOf(e.getMessage())));
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
                            new OrderId(StoredNumbers.positive(orderAndBuyer.substring(0, colon))),
                            voucher,
                            new UserId(StoredNumbers.positive(orderAndBuyer.substring(colon + 1)))),
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
