package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Notes of several authors in the database. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface NotesOfAuthors {
    /**
     * The places of the authors' notes in the order of a feed, all seen at one moment as a rule.
     *
     * @param place only what comes after it
     * @param max the most that are answered
     */
    CompletionStage<List<FeedPlace>> after(List<UserId> authors, FeedPlace place, int max);

    /** How many of these notes are not deleted. */
    CompletionStage<Integer> countExisting(List<FeedPlace> places);
}
