package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Shops in the database, their types, and who owns which shop. */
public interface ShopRepository {
    /**
     * Lists end after this number of shops: no shopper turns that many pages, and counting up to one takes its time.
     */
    long MAX_LISTED = 100_000;

    /** As {@link #MAX_LISTED}, of lists by name: nothing of them is cached. */
    long MAX_NAMED = 1_000;

    /** Shops of one user that are looked at. */
    int MAX_ROLES = 1_000;

    /** Characters (code points) of a part of a name at least. */
    int MIN_PART = 2;

    CompletionStage<Optional<Shop>> find(ShopId id);

    /** All types by {@code sort}, then id. */
    CompletionStage<List<ShopType>> findTypes();

    /** Whether this type exists; a shop must be of one that does. */
    default CompletionStage<Boolean> hasType(long id) {
        return findTypes().thenApply(types -> types.stream().anyMatch(type -> type.id() == id));
    }

    /** The role of a user in a shop; empty for none. */
    CompletionStage<Optional<ShopRole>> roleIn(ShopId id, UserId user);

    /** The shops in which a user has a role, {@link #MAX_ROLES} at most. */
    CompletionStage<Map<ShopId, ShopRole>> rolesOf(UserId user);

    /** A shop that was written. */
    record Saved(ShopId id, CacheChange change) {}

    /** Writes the shop and its owner and notes the change, in one transaction. */
    CompletionStage<Saved> create(NewShop shop, Optional<UserId> owner);

    /**
     * Writes the members that are not null, in one statement, and notes the change, in one transaction. Nothing when
     * there is no such shop.
     */
    CompletionStage<Optional<CacheChange>> update(ShopChange change);

    /**
     * The shops of a type in this order, from the offset on, up to this number. A new shop comes last in every order,
     * so that who turns pages meets no shop twice and misses none while shops are added. Empty from {@link
     * #MAX_LISTED} on, without asking.
     */
    CompletionStage<List<ShopId>> pageOfType(long typeId, ShopOrder order, long offset, int size);

    /**
     * The shops whose name has this part, letters large or small, or all shops; by id, empty from {@link #MAX_NAMED} on,
     * otherwise as {@link #pageOfType}. A part shorter than {@link #MIN_PART} finds none. The cost of a search is bounded:
     * the list may end early where thousands of names have each pair of adjacent characters of the part.
     */
    CompletionStage<List<ShopId>> pageByName(Optional<String> part, long offset, int size);

    /**
     * Makes this number of shops with greater ids findable by name, in case other software wrote them.
     *
     * @return the greatest id of them; 0 when there were none
     */
    CompletionStage<Long> indexNames(long after, int max);

    /** When a shop was opened, and the type it has now. */
    record Opening(long typeId, Instant at) {}

    /** As {@link #find} has it, for those who need no more. */
    CompletionStage<Optional<Opening>> opening(ShopId id);

    /** The types that shops have, in any order, whether or not {@link #findTypes} knows them. */
    CompletionStage<List<Long>> typesInUse();

    /** How many shops of the type have smaller ids; it counts up to {@link #MAX_LISTED}. */
    CompletionStage<Long> countBefore(ShopId id, long typeId);

    /** This number of ids greater than this one, ascending; fewer only when there are no more. */
    CompletionStage<List<Long>> idsAfter(long after, int max);
}
