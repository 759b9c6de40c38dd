package io.nightmarket.redis.sale.queue;

import io.nightmarket.domain.sale.EntryId;

/**
 * Where an order stands: in which entry of the stream, and as which of that entry's orders. To the domain each order is an
 * entry; its id has the place in the last bits of the sequence.
 *
 * @param index from 0
 */
record StreamPlace(long millis, long sequence, int index) {
    private static final int INDEX_BITS = 10;

    /** The most orders of an entry; as a place, it stands for the entry as a whole. */
    static final int WHOLE = (1 << INDEX_BITS) - 1;

    static StreamPlace of(EntryId id) {
        return new StreamPlace(id.millis(), id.sequence() >>> INDEX_BITS, (int) (id.sequence() & WHOLE));
    }

    /** The place of an entry, as Redis names it, and of its first order. */
    static StreamPlace parse(String entry) {
        EntryId id = EntryId.parse(entry);
        return new StreamPlace(id.millis(), id.sequence(), 0);
    }

    StreamPlace at(int order) {
        return new StreamPlace(millis, sequence, order);
    }

    EntryId id() {
        return new EntryId(millis, sequence << INDEX_BITS | index);
    }

    /** The entry, as Redis names it. */
    String entry() {
        return millis + "-" + sequence;
    }

    /** A name such that this entry is the first one behind it. */
    String justBefore() {
        if (sequence > 0) {
            return millis + "-" + (sequence - 1);
        }
        return millis > 0 ? (millis - 1) + "-" + Long.toUnsignedString(-1) : "0-0";
    }
}
