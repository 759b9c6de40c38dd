package io.nightmarket.domain.profile;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.Invalidation;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A user changes what others see. */
public final class EditProfile {
    private final Profiles profiles;
    private final Invalidation invalidation;
    private final Clock clock;
    private final ZoneId zone;

    /**
     * Over these stores.
     *
     * @param invalidation of cards of users
     * @param zone what days are local to
     */
    public EditProfile(Profiles profiles, Invalidation invalidation, Clock clock, ZoneId zone) {
        this.profiles = profiles;
        this.invalidation = invalidation;
        this.clock = clock;
        this.zone = zone;
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

    private CompletionStage<Outcome> finish(Profiles.Outcome written) {
        return switch (written) {
            case Profiles.Outcome.UnknownUser _ -> CompletableFuture.completedStage(Outcome.UNKNOWN_USER);
            case Profiles.Outcome.Changed(var card) ->
                card.map(recorded -> invalidation.apply(recorded).thenApply(_ -> Outcome.DONE))
                        .orElseGet(() -> CompletableFuture.completedStage(Outcome.DONE));
        };
    }
}
