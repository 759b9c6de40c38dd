package io.nightmarket.domain.shop;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * Where shops lie, once more, in a form that is fast to search. It may be lost, and knows of it; then it is built again
 * beside what is left of the old one. Each step is atomic: a shop is never found under two types.
 */
public interface ShopIndex {
    /** Places shops, which lie on the map, in the index in use and in the one being built; in neither when none is there. */
    CompletionStage<Void> place(List<ShopCoordinates> shops);

    /** Takes a shop out of them. */
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

    /** The index in use counts as lost from here on. */
    CompletionStage<Void> giveUp();

    /** Begins to build an index, in place of any other building. The index in use stays as it is meanwhile. */
    CompletionStage<Building> build();

    /** Takes away what is neither in use nor ever will be: an earlier index, and what a building under way has so far. */
    CompletionStage<Void> tidy();

    /** An index being built. Fails with {@code Conflict} once another is, or when part of it may be lost. */
    interface Building {
        /** Places shops, which lie on the map, in this index alone. */
        CompletionStage<Void> place(List<ShopCoordinates> shops);

        /**
         * Puts this index in use, at once and whole.
         *
         * @param upTo all shops up to this id are placed
         */
        CompletionStage<Void> use(long upTo);
    }
}
