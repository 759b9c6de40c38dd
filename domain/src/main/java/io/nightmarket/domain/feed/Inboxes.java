package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.LoadedSets;
import io.nightmarket.domain.feed.Inboxes.Loaded;
import io.nightmarket.domain.follow.FollowSets.Version;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Copies of feeds. An inbox belongs to one version of the list of those whom its reader follows, and to the life of the server in
 * which its load began; any other counts as not loaded.
 */
public interface Inboxes extends LoadedSets<Version, Loaded> {
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

    /** Puts a note into those of the inboxes that are loaded. Repeating it is harmless. */
    CompletionStage<Void> push(List<Version> inboxes, FeedPlace note);

    /** As {@link #push}: from here on the author's notes are pulled. */
    CompletionStage<Void> pushPulled(List<Version> inboxes, UserId author);
}
