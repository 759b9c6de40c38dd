package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.profile.Profile;
import io.nightmarket.domain.account.profile.ProfileChange;
import io.nightmarket.domain.account.profile.Profiles;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

public final class InMemoryProfiles implements Profiles {
    private final InMemoryUsers users;
    private final Map<UserId, Profile> profiles = new HashMap<>();
    private long changes;

    public InMemoryProfiles(InMemoryUsers users) {
        this.users = users;
    }

    @Override
    public synchronized CompletionStage<Optional<Profile>> find(UserId user) {
        return CompletableFuture.completedStage(Optional.ofNullable(profiles.get(user)));
    }

    @Override
    public synchronized CompletionStage<Outcome> change(UserId user, ProfileChange change) {
        if (!users.change(user, change.nickName(), change.icon())) {
            return CompletableFuture.completedStage(new Outcome.UnknownUser());
        }
        if (change.ofProfile()) {
            changeProfile(user, change);
        }
        Optional<CacheChange> card = change.ofCard()
                ? Optional.of(new CacheChange(++changes, CacheNames.USER_CARDS, Long.toString(user.value())))
                : Optional.empty();
        return CompletableFuture.completedStage(new Outcome.Changed(card));
    }

    private void changeProfile(UserId user, ProfileChange change) {
        Profile before = profiles.getOrDefault(user, new Profile(user, "", null, 0, 0, false, null, 0, 0));
        profiles.put(
                user,
                new Profile(
                        user,
                        Objects.requireNonNullElse(change.city(), before.city()),
                        orElse(change.introduce(), before.introduce()),
                        before.followers(),
                        before.followed(),
                        Objects.requireNonNullElse(change.female(), before.female()),
                        orElse(change.birthday(), before.birthday()),
                        before.credits(),
                        before.level()));
    }

    private static <T> @Nullable T orElse(@Nullable T changed, @Nullable T before) {
        return changed == null ? before : changed;
    }
}
