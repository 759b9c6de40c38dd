package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.FollowSets.Version;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Copies of feeds, in memory that nodes share and that may be lost. An inbox belongs to one version of the list of those whom its
 * reader follows, and to one life of the server; any other counts as not loaded. Fails with {@code Unavailable} or {@code TimedOut}.
 */
public interface Inboxes {
    /** The newest notes that an inbox keeps. */
    int MAX_NOTES = 1_000;

    /**
     * What an inbox says.
     *
     * @param places after the one that was asked for, in the order of a feed
     * @param areEnough whether they are as many as were asked for, or all there are
     * @param pulled those followed authors whose notes are not in it
     * @param followed those of the authors in question whom the reader follows
     */
    record Contents(List<FeedPlace> places, boolean areEnough, List<UserId> pulled, Set<UserId> followed) {}

    /**
     * A loaded inbox.
     *
     * @param newest in the order of a feed, {@link #MAX_NOTES} at most
     * @param areAll whether there are no others
     * @param pulled those followed authors whose notes are pulled
     * @param followed all followed authors
     */
    record Loaded(List<FeedPlace> newest, boolean areAll, List<UserId> pulled, List<UserId> followed) {}

    /**
     * Reads an inbox. Empty when it is not loaded.
     *
     * @param authors the authors of whom it is asked whether the reader follows them
     */
    CompletionStage<Optional<Contents>> read(Version inbox, FeedPlace place, int max, List<UserId> authors);

    /**
     * Begins to load an inbox; what is pushed from here on is not lost. False when it is loaded, or being loaded.
     *
     * @param load names the load
     */
    CompletionStage<Boolean> beginLoad(Version inbox, String load);

    /** Stores what was read after the load began. False when the load does not count any more. */
    CompletionStage<Boolean> store(Version inbox, String load, Loaded loaded);

    /** Puts a note into those of the inboxes that are there. Repeating it is harmless. */
    CompletionStage<Void> push(List<Version> inboxes, FeedPlace note);

    /** As {@link #push}: from here on the author's notes are pulled. */
    CompletionStage<Void> pushPulled(List<Version> inboxes, UserId author);
}
