package io.nightmarket.redis.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.QueueEntry;
import io.nightmarket.redis.link.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what XREAD answers: streams of entries of fields. Fields that are not known are passed over. */
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

    /** Whatever is wrong with the fields is told of this entry alone, and hinders no other. */
    private static List<QueueEntry> orders(StreamPlace place, Reply fields) {
        try {
            Map<String, String> values = values(fields.parts());
            VoucherId voucher = new VoucherId(number(values, "voucher"));
            Instant at = Instant.ofEpochMilli(number(values, "at"));
            String[] orders = value(values, "orders").split(" ", -1);
            if (orders.length > StreamPlace.MOST) {
                throw new Corrupt("more than " + StreamPlace.MOST + " orders in an entry");
            }
            List<QueueEntry> entries = new ArrayList<>(orders.length);
            for (int i = 0; i < orders.length; i++) {
                entries.add(order(place.at(i).id(), orders[i], voucher, at));
            }
            return entries;
        } catch (Corrupt e) {
            return List.of(new QueueEntry.Malformed(place.id(), String.valueOf(e.getMessage())));
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
                    new OrderId(StoredNumbers.positive(orderAndBuyer.substring(0, colon))),
                    voucher,
                    new UserId(StoredNumbers.positive(orderAndBuyer.substring(colon + 1))),
                    at);
        } catch (Corrupt e) {
            return new QueueEntry.Malformed(id, String.valueOf(e.getMessage()));
        }
    }

    /** Names and values; where a name is there twice, the first. What follows no name is left out. */
    static Map<String, String> firstOfEach(List<Reply> fields) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            values.putIfAbsent(fields.get(i).text(), fields.get(i + 1).text());
        }
        return values;
    }

    private static Map<String, String> values(List<Reply> fields) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            String name = fields.get(i).text();
            if (values.put(name, fields.get(i + 1).text()) != null) {
                throw new Corrupt("the field " + name + " is there twice");
            }
        }
        return values;
    }

    private static long number(Map<String, String> values, String name) {
        return StoredNumbers.positive(value(values, name));
    }

    private static String value(Map<String, String> values, String name) {
        String text = values.get(name);
        if (text == null) {
            throw new Corrupt("the field " + name + " is missing");
        }
        return text;
    }
}
