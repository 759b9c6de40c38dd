package io.nightmarket.domain.order;

import java.util.Map;

/**
 * An entry of a shard's stream that could not be settled.
 *
 * @param id of the letter
 * @param entry that was set aside
 * @param fields of the entry, the first of them if there are many; a foreign one may hold anything
 */
public record DeadLetter(EntryId id, EntryId entry, String reason, Map<String, String> fields) {
    public DeadLetter {
        fields = Map.copyOf(fields);
    }
}
