package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The places of the notes in users' feeds. Fails with {@code Unavailable} or {@code TimedOut}. */
@FunctionalInterface
public interface FeedPlaces {
    /**
     * The next places of a feed, of all notes that were written before the call; a note that is deleted meanwhile may still have one.
     *
     * @param place only what comes after it
     * @param max as many as this, fewer at the end alone
     */
    CompletionStage<List<FeedPlace>> after(UserId reader, FeedPlace place, int max);
}
