package io.nightmarket.domain.cache;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** All keys of what a cache may hold. */
@FunctionalInterface
public interface KeySource {
    /** The next keys after this one, in ascending order; fewer than {@code limit} only when there are no more. */
    CompletionStage<List<Long>> keysAfter(long after, int limit);
}
