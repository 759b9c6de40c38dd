package io.nightmarket.domain.order;

import io.nightmarket.domain.flashsale.Shard;

/** Where a dead letter lies. */
public record LetterId(Shard shard, EntryId entry) {
    /** Parses {@code shard:millis-sequence}. */
    public static LetterId parse(String text) {
        int colon = text.indexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("not the id of a dead letter: " + text);
        }
        return new LetterId(
                new Shard(Integer.parseInt(text.substring(0, colon))), EntryId.parse(text.substring(colon + 1)));
    }

    @Override
    public String toString() {
        return shard.number() + ":" + entry;
    }
}
