package io.nightmarket.domain.moderation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.cache.CacheChange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reports of notes and comments, and what staff decide, in the database. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface Moderation {
    /** The most characters of a reported text that a report shows. */
    int MAX_TEXT = 300;

    /** Reports a note or comment, once however often the user does; false when it is not there, or hidden. */
    CompletionStage<Boolean> report(Content content, UserId reporter, String reason);

    /** The place of a report in the queue, in which open ones come first, then the older ones. */
    record Place(boolean closed, long number) {
        /** Before all reports. */
        public static final Place BEGIN = new Place(false, 0);
    }

    /**
     * A report.
     *
     * @param note the reported one, or the one that the reported comment belongs to; 0 when it is gone
     * @param author null when the content is gone, or its row names none
     * @param text as it was written, not made safe for browsers, up to {@value #MAX_TEXT} characters
     * @param state empty: the content is gone
     */
    record Report(
            Place place,
            Content content,
            long note,
            @Nullable UserId author,
            String text,
            Optional<ContentState> state,
            UserId reporter,
            String reason,
            Instant at) {}

    CompletionStage<List<Report>> reports(Place after, int max);

    /**
     * What a decision did.
     *
     * @param change the change of the note; empty when nothing that is shown changed
     */
    record Decision(Optional<CacheChange> change) {}

    /**
     * Hides or restores, and closes the open reports, in one transaction with an entry in the audit trail. Hidden content is as if
     * it were deleted, and comes back with likes, comments and times as they were. Empty when there is neither content nor report.
     */
    CompletionStage<Optional<Decision>> decide(Content content, ContentTransition transition, StaffAction action);
}
