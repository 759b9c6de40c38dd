package io.nightmarket.domain.cache;

import java.time.Instant;
import java.util.Optional;

/**
 * What the source answered.
 *
 * @param value empty when there is no such thing
 * @param at when it was asked, epoch milliseconds
 */
public record Loaded<V>(Optional<V> value, long at) {
    ReadResult<V> result() {
        return new ReadResult<>(value, Instant.ofEpochMilli(at), false);
    }
}
