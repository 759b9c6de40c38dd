package io.nightmarket.domain.moderation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.follow.FollowUsers;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.follow.Follows.Entry;
import io.nightmarket.domain.moderation.ManagedUsers.Left;
import io.nightmarket.domain.note.LikeNote;
import io.nightmarket.domain.note.PublishNote;
import io.nightmarket.domain.note.WriteComment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Deletes what is left of erased users, in bounded steps, each by the use case that its caches, sets and counts follow. Interrupted,
 * or done twice, it does no harm.
 */
public final class EraseUsers {
    private static final int USERS = 20;
    private static final int BATCH = 100;

    private final ManagedUsers users;
    private final Follows follows;
    private final FollowUsers following;
    private final PublishNote notes;
    private final WriteComment comments;
    private final LikeNote likes;

    public EraseUsers(
            ManagedUsers users,
            Follows follows,
            FollowUsers following,
            PublishNote notes,
            WriteComment comments,
            LikeNote likes) {
        this.users = users;
        this.follows = follows;
        this.following = following;
        this.notes = notes;
        this.comments = comments;
        this.likes = likes;
    }

    /** Deletes some of what is left, and answers how much; a user who fails holds up no other. */
    public CompletionStage<Integer> step() {
        AtomicInteger done = new AtomicInteger();
        return users.erased(USERS)
                .thenCompose(
                        erased -> OneByOne.tryAll(erased, user -> step(user).thenAccept(done::addAndGet)))
                .thenCompose(OneByOne::failIfAny)
                .thenApply(_ -> done.get());
    }

    private CompletionStage<Integer> step(UserId user) {
        AtomicInteger done = new AtomicInteger();
        return users.leftOf(user, BATCH)
                .thenCompose(left -> delete(user, left, done))
                .thenCompose(_ -> unfollow(user, done))
                .thenCompose(_ -> users.deleteRows(user, BATCH))
                .thenCompose(rows -> done.addAndGet(rows) == 0
                        ? users.finish(user).thenApply(_ -> 0)
                        : CompletableFuture.completedStage(done.get()));
    }

    private CompletionStage<Void> delete(UserId user, Left left, AtomicInteger done) {
        Optional<UserId> author = Optional.of(user);
        return OneByOne.doAll(left.notes(), note -> count(notes.delete(note, author), done))
                .thenCompose(_ ->
                        OneByOne.doAll(left.comments(), comment -> count(comments.delete(comment, author), done)))
                .thenCompose(_ -> OneByOne.doAll(left.liked(), note -> count(likes.unlike(note, user), done)));
    }

    private static CompletionStage<Void> count(CompletionStage<Boolean> deletion, AtomicInteger done) {
        return deletion.thenAccept(deleted -> done.addAndGet(deleted ? 1 : 0));
    }

    private CompletionStage<Void> unfollow(UserId user, AtomicInteger done) {
        return follows.followers(user, OptionalLong.empty(), BATCH)
                .thenCompose(followers -> each(followers, done, follower -> following.unfollow(follower.user(), user)))
                .thenCompose(_ -> follows.followed(user, OptionalLong.empty(), BATCH))
                .thenCompose(followed -> each(followed, done, other -> following.unfollow(user, other.user())));
    }

    private static CompletionStage<Void> each(
            List<Entry> entries, AtomicInteger done, Function<Entry, CompletionStage<?>> work) {
        return OneByOne.doAll(entries, work).thenRun(() -> done.addAndGet(entries.size()));
    }
}
