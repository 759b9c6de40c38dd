package io.nightmarket.domain.cache;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a reader is answered.
 *
 * @param value empty when there is no such thing
 * @param loadedAt when it was loaded
 * @param stale it is past its soft time to live, and served because a rebuild is under way or the source can't be
 *     reached
 */
public record Reading<V>(Optional<V> value, Instant loadedAt, boolean stale) {
    /** The same of what is made of the value. */
    public <W> Reading<W> map(Function<? super V, ? extends W> change) {
        return new Reading<>(value.map(change), loadedAt, stale);
    }
}
