package io.nightmarket.domain.shop;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * Where shops lie, once more, in a form that is fast to search. It may be lost, and knows of it; then it is built again in
 * place of what is left. Each step is atomic: a shop is never found under two types.
 */
public interface ShopIndex {
    /** Places shops, which lie on the map. */
    CompletionStage<Void> place(List<ShopCoordinates> shops);

    /** Takes a shop out. */
    CompletionStage<Void> remove(ShopId shop);

    /** Up to which id all shops were placed; empty when there is no index, or part of it may be lost. */
    CompletionStage<OptionalLong> placedUpTo();

    /** All shops up to this id are placed. */
    CompletionStage<Void> placedUpTo(long id);

    /**
     * Whether none of its parts is missing. False when there is no index, and it may be for a moment when there is a whole
     * one that is written to.
     */
    CompletionStage<Boolean> isWhole();

    /** Begins an empty index, which is not in use yet; the one that is there is lost from here on. Answers the attempt. */
    CompletionStage<String> begin();

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
