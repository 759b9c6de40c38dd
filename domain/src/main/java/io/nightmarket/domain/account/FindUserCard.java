package io.nightmarket.domain.account;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

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

    public CompletionStage<ReadResult<UserCard>> find(UserId id) {
        return cards.read(id);
    }
}
