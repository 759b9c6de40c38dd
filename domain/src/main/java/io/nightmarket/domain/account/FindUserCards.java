package io.nightmarket.domain.account;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.concurrent.Stages;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads what others see of several users. */
public final class FindUserCards {
    private final ReadThrough<UserId, UserCard> cards;

    public FindUserCards(ReadThrough<UserId, UserCard> cards) {
        this.cards = cards;
    }

    /** In the order of the ids, without those of users who are not there. */
    public CompletionStage<List<UserCard>> find(List<UserId> ids) {
        return Stages.list(ids.stream().map(cards::read).toList())
                .thenApply(found -> found.stream()
                        .map(ReadResult::value)
                        .flatMap(Optional::stream)
                        .toList());
    }
}
