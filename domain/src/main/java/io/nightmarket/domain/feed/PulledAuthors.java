package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * The authors with many followers, whose notes are read when a feed is read and not put into inboxes, in the database. Who is one
 * stays one. Fails with {@code Unavailable} or {@code TimedOut}.
 */
public interface PulledAuthors {
    /** The version of an author whose followers' inboxes may not all know it. */
    long BEGINNING = 0;

    /** The versions of those of the authors whose notes are pulled. */
    CompletionStage<Map<UserId, Long>> versions(List<UserId> authors);

    /** The author's notes are pulled from here on, in the version {@link #BEGINNING}. Repeating it is harmless. */
    CompletionStage<Void> add(UserId author);

    /** Gives the author's notes a higher version, for the fan-out of one has ended. */
    CompletionStage<Void> raise(UserId author);
}
