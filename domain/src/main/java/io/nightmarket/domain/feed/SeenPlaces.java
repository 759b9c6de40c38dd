package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** How far users saw their feeds, in the database. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface SeenPlaces {
    /** The newest place that a user saw. */
    CompletionStage<Optional<FeedPlace>> find(UserId user);

    /** The user saw this place. One that is older than the newest changes nothing; repeating it is harmless. */
    CompletionStage<Void> advance(UserId user, FeedPlace place);
}
