package io.nightmarket.domain.account.profile;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Profiles in the database; many users have none. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface Profiles {
    /** The profile, with the numbers of followers as they were stored by other software. */
    CompletionStage<Optional<Profile>> find(UserId user);

    /** The outcome. */
    sealed interface Outcome {
        /**
         * It is written.
         *
         * @param card the change of the user's card that was recorded with it, if that changes
         */
        record Changed(Optional<CacheChange> card) implements Outcome {}

        record UnknownUser() implements Outcome {}
    }

    /** Changes the user, and the profile, which is made when there is none and something of it is given. */
    CompletionStage<Outcome> change(UserId user, ProfileChange change);
}
