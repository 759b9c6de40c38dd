package io.nightmarket.domain.account.profile;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.Follows;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Users look at the profile of a user. */
public final class FindProfile {
    private final Profiles profiles;
    private final Follows follows;

    public FindProfile(Profiles profiles, Follows follows) {
        this.profiles = profiles;
        this.follows = follows;
    }

    /** The profile, with the numbers of followers as they are. */
    public CompletionStage<Optional<Profile>> find(UserId user) {
        return profiles.find(user)
                .thenCompose(found ->
                        found.map(this::count).orElseGet(() -> CompletableFuture.completedStage(Optional.empty())));
    }

    private CompletionStage<Optional<Profile>> count(Profile profile) {
        return follows.countFollowers(profile.user())
                .thenCombine(
                        follows.countFollowed(profile.user()),
                        (followers, followed) -> Optional.of(profile.withCounts(followers, followed)));
    }
}
