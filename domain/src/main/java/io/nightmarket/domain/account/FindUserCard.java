package io.nightmarket.domain.account;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A user looks at others. */
public final class FindUserCard {
    /** A list must not take all places of the loads that other readers wait for. */
    private static final int LANES = 4;

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

    /** In the order of the ids, without those of users who are not there. Read a few at a time. */
    public CompletionStage<List<UserCard>> findAll(List<UserId> ids) {
        Map<UserId, UserCard> found = new ConcurrentHashMap<>();
        return OneByOne.tryAll(
                        LANES,
                        ids,
                        id -> cards.read(id).thenAccept(card -> card.value().ifPresent(value -> found.put(id, value))))
                .thenCompose(OneByOne::failIfAny)
                .thenApply(_ -> ids.stream()
                        .flatMap(id -> Optional.ofNullable(found.get(id)).stream())
                        .toList());
    }
}
