package io.nightmarket.domain.cache;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * The answer to a reader.
 *
 * @param value empty when there is no such thing
 * @param loadedAt when it was loaded
 * @param stale past its soft TTL, and served because a rebuild runs or the source is unavailable
 */
public record ReadResult<V>(Optional<V> value, Instant loadedAt, boolean stale) {
    /** The same of what is made of the value. */
    public <W> ReadResult<W> map(Function<? super V, ? extends W> change) {
        return new ReadResult<>(value.map(change), loadedAt, stale);
    }
}
