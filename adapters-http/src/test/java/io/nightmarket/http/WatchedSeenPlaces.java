package io.nightmarket.http;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.SeenPlaces;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Seen places whose reads a test can make fail. */
record WatchedSeenPlaces(SeenPlaces places, Faults reads) implements SeenPlaces {
    @Override
    public CompletionStage<Optional<FeedPlace>> find(UserId user) {
        return reads.before(() -> places.find(user));
    }

    @Override
    public CompletionStage<Void> advance(UserId user, FeedPlace place) {
        return places.advance(user, place);
    }
}
