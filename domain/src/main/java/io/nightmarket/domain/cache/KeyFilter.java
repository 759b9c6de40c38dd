package io.nightmarket.domain.cache;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A Bloom filter of all existing keys, shared by all nodes, so that no reader looks for keys that can't exist. It may lose
 * anything at any time, and then it excludes no key. Every call has a time-out and fails with {@code
 * Unavailable} or {@code TimedOut}.
 *
 * <p>It is built aside: begun, loaded page by page, and finished, which puts it in the place of the one in use in one
 * step. When several are built at the same time, only the one begun last can finish; an unfinished one expires.
 */
public interface KeyFilter {
    /**
     * The filter that answers.
     *
     * @param build the build that it comes from
     * @param keys about how many keys are in it
     * @param highest the last key that its source brought
     */
    record InUse(String build, BloomShape shape, long keys, long highest) {}

    /** What {@link InUse#highest} is before a source brought any. */
    long NO_KEY = Long.MIN_VALUE;

    /** False only when the key was surely never added; true whenever that is unknown. */
    CompletionStage<Boolean> mayContain(long key);

    /**
     * From when this completes on the key may be contained, also when a filter that is being built takes the place of
     * the one in use. Call it when the thing is committed: a build that begins later relies on its source to bring the
     * key. Repeating it is harmless.
     */
    CompletionStage<Void> add(long key);

    /** The filter in use; nothing when there is none, or it may have lost keys. */
    CompletionStage<Optional<InUse>> inUse();

    /** Begins a build, in place of any other. */
    CompletionStage<String> begin(BloomShape shape);

    /**
     * Adds what the source of a build brought: to the filter being built or, when that is in use already, to it and to
     * any that is being built meanwhile. False when neither is of this build, or it may have lost keys.
     *
     * @param keys in ascending order
     */
    CompletionStage<Boolean> addAll(String build, List<Long> keys);

    /** Puts what was built to use; false as in {@link #addAll}. Repeating it is harmless. */
    CompletionStage<Boolean> finish(String build);
}
