package io.nightmarket.domain.account.profile;

import io.nightmarket.domain.account.NickNames;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.Invalidation;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/** A user changes what others see; an administrator takes a name away. */
public final class EditProfile {
    private final Profiles profiles;
    private final Invalidation invalidation;
    private final Clock clock;
    private final ZoneId zone;
    private final RandomGenerator random;

    /**
     * Over these stores.
     *
     * @param invalidation invalidates cards of users
     * @param zone what days are local to
     * @param random makes names
     */
    public EditProfile(Profiles profiles, Invalidation invalidation, Clock clock, ZoneId zone, RandomGenerator random) {
        this.profiles = profiles;
        this.invalidation = invalidation;
        this.clock = clock;
        this.zone = zone;
        this.random = random;
    }

    /** The outcome. */
    public enum Outcome {
        DONE,
        BIRTHDAY_IN_FUTURE,
        /** The user is gone. */
        UNKNOWN_USER
    }

    /** Writes the database, then invalidates the user's card if it changed. */
    public CompletionStage<Outcome> edit(UserId user, ProfileChange change) {
        LocalDate birthday = change.birthday();
        if (birthday != null && birthday.isAfter(LocalDate.ofInstant(clock.instant(), zone))) {
            return CompletableFuture.completedStage(Outcome.BIRTHDAY_IN_FUTURE);
        }
        return change.ofCard() || change.ofProfile()
                ? profiles.change(user, change).thenCompose(this::finish)
                : CompletableFuture.completedStage(Outcome.DONE);
    }

    /** Gives the user a name as new ones have it. */
    public CompletionStage<Outcome> resetName(UserId user) {
        return edit(user, new ProfileChange(NickNames.random(random), null, null, null, null, null));
    }

    private CompletionStage<Outcome> finish(Profiles.Outcome written) {
        return switch (written) {
            case Profiles.Outcome.UnknownUser _ -> CompletableFuture.completedStage(Outcome.UNKNOWN_USER);
            case Profiles.Outcome.Changed(var card) ->
                card.map(recorded -> invalidation.apply(recorded).thenApply(_ -> Outcome.DONE))
                        .orElseGet(() -> CompletableFuture.completedStage(Outcome.DONE));
        };
    }
}
