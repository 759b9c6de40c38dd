package io.nightmarket.domain.cache;

import java.time.Instant;
import java.util.Optional;

/**
 * What a reader is answered.
 *
 * @param value empty when there is no such thing
 * @param loadedAt when it was read from the truth
 * @param stale it is past its time, and served because a rebuild is under way or the truth can't be reached
 */
public record Reading<V>(Optional<V> value, Instant loadedAt, boolean stale) {}
