package io.nightmarket.domain.profile;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Profiles in the database; many users have none. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface Profiles {
    /** The profile, with the numbers of followers as they were stored by other software. */
    CompletionStage<Optional<Profile>> find(UserId user);

    /**
     * Changes the user and the profile, which is made when there is none. Answers the change of the user's card that is recorded
     * with it; empty when there is no such user.
     */
    CompletionStage<Optional<CacheChange>> change(UserId user, ProfileChange change);
}
