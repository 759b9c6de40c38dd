package io.nightmarket.domain.shop;

import io.nightmarket.domain.base.OneByOne;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Keeps the index of shops whole, iteration by iteration: builds it when it was lost, all of it or a part, and places the shops
 * that others wrote into the database. What others wrote that became visible too late for that, moved or removed is found
 * out as the index is rebuilt at intervals. One node is enough; several at once hinder each other, and harm nothing.
 */
public final class MaintainShopIndex {
    private static final int PAGE = 500;
    /** Ids become visible out of order when they are written at the same time; those so far back are looked at again. */
    private static final int LOOK_BACK = 100;

    private final ShopCoordinatesReader coordinates;
    private final ShopIndex index;
    private final IndexShop indexShop;
    private final Duration rebuildAfter;
    private final LongSupplier nanoTime;
    private volatile long builtAt;
    /** The shops within the look back that are placed. */
    private volatile Set<ShopCoordinates> placedInLookBack = Set.of();
    /** A part seemed to be missing in the last iteration. */
    private volatile boolean lossSuspected;

    /** @param rebuildAfter how long after this node started or built it the index is rebuilt, beside the one in use */
    public MaintainShopIndex(
            ShopCoordinatesReader coordinates, ShopIndex index, Duration rebuildAfter, LongSupplier nanoTime) {
        this.coordinates = coordinates;
        this.index = index;
        this.indexShop = new IndexShop(coordinates, index);
        this.rebuildAfter = rebuildAfter;
        this.nanoTime = nanoTime;
        this.builtAt = nanoTime.getAsLong();
    }

    /** Short when the index is whole and no shop is new. What fails is done by the next iteration. */
    public CompletionStage<Void> iterate() {
        return index.placedUpTo().thenCompose(placed -> placed.isPresent() ? keep(placed.getAsLong()) : rebuild());
    }

    private CompletionStage<Void> keep(long placed) {
        return index.isWhole().thenCompose(whole -> {
            if (!whole && lossSuspected) {
                return index.giveUp().thenCompose(_ -> rebuild());
            }
            // Writes under way may look like a loss once.
            lossSuspected = !whole;
            if (nanoTime.getAsLong() - builtAt >= rebuildAfter.toNanos()) {
                return rebuild();
            }
            return index.tidy().thenCompose(_ -> placeNew(placed));
        });
    }

    private CompletionStage<Void> rebuild() {
        placedInLookBack = Set.of();
        lossSuspected = false;
        // Tried once in a period: while it fails, the one in use is kept.
        builtAt = nanoTime.getAsLong();
        return index.build().thenCompose(building -> placeAll(building, 0).thenCompose(building::use));
    }

    /** Up to which id. */
    private CompletionStage<Long> placeAll(ShopIndex.Building building, long from) {
        return coordinates
                .after(from, PAGE)
                .thenCompose(page -> page.isEmpty()
                        ? CompletableFuture.completedStage(from)
                        : building.place(onTheMap(page))
                                .thenCompose(_ -> lookAgain(from, page))
                                .thenCompose(_ -> placeAll(building, lastOf(page))));
    }

    private CompletionStage<Void> placeNew(long placed) {
        long from = Math.max(0, placed - LOOK_BACK);
        return coordinates.after(from, PAGE).thenCompose(page -> {
            List<ShopCoordinates> unknown = without(page, placedInLookBack);
            return unknown.isEmpty()
                    ? CompletableFuture.completedStage(null)
                    : index.place(onTheMap(unknown))
                            .thenCompose(_ -> lookAgain(from, page))
                            .thenCompose(_ -> placed(page, Math.max(placed, lastOf(page))));
        });
    }

    private CompletionStage<Void> placed(List<ShopCoordinates> page, long upTo) {
        return index.placedUpTo(upTo).thenCompose(_ -> {
            placedInLookBack = Set.copyOf(page);
            return page.size() < PAGE ? CompletableFuture.completedStage(null) : placeNew(upTo);
        });
    }

    /** After writing, as {@link IndexShop} does: a shop that moved since it was read is not left behind. */
    private CompletionStage<Void> lookAgain(long from, List<ShopCoordinates> page) {
        return coordinates.after(from, PAGE).thenCompose(now -> {
            List<ShopId> changed = Stream.concat(
                            without(page, Set.copyOf(now)).stream(), without(now, Set.copyOf(page)).stream())
                    .map(ShopCoordinates::id)
                    .distinct()
                    .toList();
            return OneByOne.doAll(changed, indexShop::refresh);
        });
    }

    private static List<ShopCoordinates> onTheMap(List<ShopCoordinates> shops) {
        return shops.stream().filter(ShopCoordinates::isOnTheMap).toList();
    }

    private static List<ShopCoordinates> without(List<ShopCoordinates> shops, Set<ShopCoordinates> known) {
        return shops.stream().filter(shop -> !known.contains(shop)).toList();
    }

    private static long lastOf(List<ShopCoordinates> page) {
        return page.getLast().id().value();
    }
}
