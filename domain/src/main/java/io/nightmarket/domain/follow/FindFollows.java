package io.nightmarket.domain.follow;

import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.Follows.Entry;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Users look at who follows whom. */
public final class FindFollows {
    private final Follows follows;
    private final FindCommonFollows common;
    private final FindUserCard cards;

    public FindFollows(Follows follows, FindCommonFollows common, FindUserCard cards) {
        this.follows = follows;
        this.common = common;
        this.cards = cards;
    }

    /**
     * A page of a list. It may be shorter than asked for, since users who are gone are left out.
     *
     * @param next where the next page begins; empty at the end of the list
     */
    public record Page(List<UserCard> users, OptionalLong next) {}

    /** How many follow a user, and how many the user follows; {@link Follows#MAX_COUNTED} at most. */
    public record Counts(int followers, int followed) {}

    public CompletionStage<Boolean> isFollowing(UserId follower, UserId followed) {
        return follows.isFollowing(follower, followed);
    }

    public CompletionStage<Counts> count(UserId user) {
        return follows.countFollowers(user).thenCombine(follows.countFollowed(user), Counts::new);
    }

    /** Those whom both follow, {@link FindCommonFollows#MAX} at most. */
    public CompletionStage<List<UserCard>> common(UserId one, UserId other) {
        return common.find(one, other).thenCompose(cards::findAll);
    }

    /**
     * Those whom a user follows, the latest first.
     *
     * @param before the last page's {@code next}; empty: the first page
     */
    public CompletionStage<Page> followed(UserId user, OptionalLong before, int size) {
        return follows.followed(user, before, size + 1).thenCompose(entries -> page(entries, size));
    }

    /** As {@link #followed}, the followers of a user. */
    public CompletionStage<Page> followers(UserId user, OptionalLong before, int size) {
        return follows.followers(user, before, size + 1).thenCompose(entries -> page(entries, size));
    }

    private CompletionStage<Page> page(List<Entry> entries, int size) {
        List<Entry> page = entries.subList(0, Math.min(size, entries.size()));
        OptionalLong next =
                entries.size() > size ? OptionalLong.of(page.getLast().number()) : OptionalLong.empty();
        return cards.findAll(page.stream().map(Entry::user).toList()).thenApply(users -> new Page(users, next));
    }
}
