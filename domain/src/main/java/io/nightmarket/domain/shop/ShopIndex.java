package io.nightmarket.domain.shop;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Where shops lie, once more, in a form that is fast to search. It may be lost, and knows of it; then it is built again in
 * place of what is left. Each step is atomic: a shop is never found under two types.
 */
public interface ShopIndex {
    /** Places shops, which lie on the map. An old place that a writer brings late stays until the next comparison. */
    CompletionStage<Void> place(List<ShopCoordinates> shops);

    /** Takes a shop out. */
    CompletionStage<Void> remove(ShopId shop);

    /** The index in use; empty when there is none, or part of it may be lost. */
    CompletionStage<Optional<InUse>> inUse();

    /** What built an index, and up to which id all shops were placed in it. */
    record InUse(String attempt, long upTo) {}

    /** All shops up to this id are placed. */
    CompletionStage<Void> placedUpTo(long id);

    /** Whether no part of the index in use is missing. It may be false for a moment when a whole one is written to. */
    CompletionStage<Boolean> isWhole();

    /**
     * Begins an empty index, which is not in use yet, in place of the one that this attempt built, or of none when it is
     * empty. Answers the new attempt. Fails with {@code Conflict}, and changes nothing, when another is in use by now.
     */
    CompletionStage<String> begin(String lost);

    /**
     * Puts the index in use that was built. Fails with {@code Conflict} when another attempt was begun, or when part of it may
     * be lost.
     *
     * @param upTo all shops up to this id are placed
     */
    CompletionStage<Void> use(String attempt, long upTo);

    /** Some of the shops that are placed, from {@link Part#FIRST} on. Those that are placed all the time come at least once. */
    CompletionStage<Part> read(String from);

    /**
     * Some of the shops.
     *
     * @param next where to go on; {@link #FIRST} after the last
     */
    record Part(List<ShopId> shops, String next) {
        public static final String FIRST = "0";

        boolean isLast() {
            return next.equals(FIRST);
        }
    }
}
