package io.nightmarket.domain.account;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.failure.DomainFailure;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A user looks at another. */
public final class FindUserCard {
    private final ReadThrough<UserId, UserCard> cards;

    public FindUserCard(ReadThrough<UserId, UserCard> cards) {
        this.cards = cards;
    }

    /** Where cards come from. */
    public static CompletionStage<Optional<UserCard>> load(UserRepository users, UserId id) {
        return users.find(id).thenApply(found -> found.map(UserCard::of));
    }

    /** The card of who wrote something; nothing when the user is gone, or can't be read for now: what was written counts. */
    public CompletionStage<Optional<UserCard>> findAuthor(@Nullable UserId author) {
        return author == null
                ? CompletableFuture.completedStage(Optional.empty())
                : find(author)
                        .thenApply(ReadResult::value)
                        .exceptionallyCompose(DomainFailure.fallBackOn(Optional.empty()));
    }

    public CompletionStage<ReadResult<UserCard>> find(UserId id) {
        return cards.read(id);
    }
}
