package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.SeenPlaces;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** How far users saw their feeds, in the memory of a test. */
public final class InMemorySeenPlaces implements SeenPlaces {
    private final Map<UserId, FeedPlace> places = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Optional<FeedPlace>> find(UserId user) {
        return CompletableFuture.completedStage(Optional.ofNullable(places.get(user)));
    }

    @Override
    public CompletionStage<Void> advance(UserId user, FeedPlace place) {
        var _ = places.merge(user, place, (one, other) -> one.compareTo(other) < 0 ? one : other);
        return CompletableFuture.completedStage(null);
    }
}
