package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import java.time.Instant;
import java.util.List;

/**
 * Who likes a note, read at one moment.
 *
 * @param before likes that an adopted site had counted, without their users
 * @param likers in the order of time, then of ids; one more than {@link LikeSets#MAX_LIKERS} when there are more
 * @param versions the versions of the parts, by their numbers
 */
public record LikeSnapshot(long before, List<Liker> likers, List<Long> versions) {
    /** A user, and since when, in milliseconds. */
    public record Liker(UserId user, Instant since) {}

    /** Whether there are more than a set holds. */
    public boolean isTooLarge() {
        return likers.size() > LikeSets.MAX_LIKERS;
    }
}
