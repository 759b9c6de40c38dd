package io.nightmarket.domain.shop;

import io.nightmarket.domain.base.OneByOne;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps the index of shops whole, iteration by iteration: builds it when it was lost, all of it or a part, and places the shops
 * that others wrote into the database. What others wrote that became visible too late for that, moved or removed is found
 * out as the index is compared with the database at intervals. One node is enough; several at once hinder each other, and harm nothing.
 */
public final class MaintainShopIndex {
    private static final int PAGE = 500;
    /** Ids become visible out of order when they are written at the same time; those so far back are looked at again. */
    private static final int LOOK_BACK = 100;
    /** After a comparison that failed. */
    private static final Duration CHECK_AGAIN = Duration.ofMinutes(1);

    private final ShopCoordinatesReader coordinates;
    private final ShopIndex index;
    private final IndexShop indexShop;
    private final Duration checkAfter;
    private final LongSupplier nanoTime;
    private volatile long checkAt;
    /** The shops within the look back that are placed. */
    private volatile Set<ShopCoordinates> placedInLookBack = Set.of();
    /** A part seemed to be missing in the last iteration. */
    private volatile boolean lossSuspected;

    /** @param checkAfter how long after this node started or compared it the index is compared with the database */
    public MaintainShopIndex(
            ShopCoordinatesReader coordinates, ShopIndex index, Duration checkAfter, LongSupplier nanoTime) {
        this.coordinates = coordinates;
        this.index = index;
        this.indexShop = new IndexShop(coordinates, index);
        this.checkAfter = checkAfter;
        this.nanoTime = nanoTime;
        checkNext(checkAfter);
    }

    /** Short when the index is whole and no shop is new. What fails is done by the next iteration. */
    public CompletionStage<Void> iterate() {
        return index.inUse().thenCompose(inUse -> inUse.map(this::keep).orElseGet(() -> build("")));
    }

    private CompletionStage<Void> keep(ShopIndex.InUse inUse) {
        return index.isWhole().thenCompose(whole -> {
            if (!whole && lossSuspected) {
                return build(inUse.attempt());
            }
            // Writes under way may look like a loss once.
            lossSuspected = !whole;
            return nanoTime.getAsLong() - checkAt >= 0 ? check(inUse.upTo()) : placeNew(inUse.upTo());
        });
    }

    private CompletionStage<Void> build(String lost) {
        lossSuspected = false;
        return index.begin(lost).thenCompose(attempt -> placeAll(0).thenCompose(upTo -> index.use(attempt, upTo)));
    }

    private void checkNext(Duration after) {
        checkAt = nanoTime.getAsLong() + after.toNanos();
    }

    /** Places all shops again, and removes those that are gone. */
    private CompletionStage<Void> check(long placed) {
        checkNext(CHECK_AGAIN);
        return placeAll(0)
                .thenCompose(upTo -> index.placedUpTo(Math.max(placed, upTo)))
                .thenCompose(_ -> removeGone(ShopIndex.Part.FIRST))
                .thenRun(() -> checkNext(checkAfter));
    }

    /** Up to which id. */
    private CompletionStage<Long> placeAll(long from) {
        placedInLookBack = Set.of();
        return coordinates
                .after(from, PAGE)
                .thenCompose(page -> page.isEmpty()
                        ? CompletableFuture.completedStage(from)
                        : index.place(onTheMap(page))
                                .thenCompose(_ -> lookAgain(from, page))
                                .thenCompose(_ -> placeAll(lastOf(page))));
    }

    private CompletionStage<Void> removeGone(String from) {
        return index.read(from)
                .thenCompose(part -> coordinates
                        .findAll(part.shops())
                        .thenCompose(found -> OneByOne.doAll(gone(part.shops(), found), indexShop::refresh))
                        .thenCompose(
                                _ -> part.isLast() ? CompletableFuture.completedStage(null) : removeGone(part.next())));
    }

    private static List<ShopId> gone(List<ShopId> placed, List<ShopCoordinates> found) {
        Set<ShopId> there = onTheMap(found).stream().map(ShopCoordinates::id).collect(Collectors.toSet());
        return placed.stream().filter(shop -> !there.contains(shop)).toList();
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
