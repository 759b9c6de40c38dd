package io.nightmarket.domain.moderation;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.follow.FollowUsers;
import io.nightmarket.domain.memory.InMemoryAuditTrail;
import io.nightmarket.domain.memory.InMemoryComments;
import io.nightmarket.domain.memory.InMemoryFollowSets;
import io.nightmarket.domain.memory.InMemoryFollows;
import io.nightmarket.domain.memory.InMemoryLikeSets;
import io.nightmarket.domain.memory.InMemoryLikes;
import io.nightmarket.domain.memory.InMemoryManagedUsers;
import io.nightmarket.domain.memory.InMemoryModeration;
import io.nightmarket.domain.memory.InMemoryNotes;
import io.nightmarket.domain.memory.InMemoryShops;
import io.nightmarket.domain.memory.InMemoryUsers;
import io.nightmarket.domain.note.LikeNote;
import io.nightmarket.domain.note.NewComment;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.PublishNote;
import io.nightmarket.domain.note.WriteComment;
import io.nightmarket.domain.shop.ShopId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class EraseUsersTest {
    private final Clock clock = Clock.systemUTC();
    private final InMemoryUsers users = new InMemoryUsers();
    private final InMemoryNotes notes = new InMemoryNotes(_ -> true, clock);
    private final InMemoryComments comments = new InMemoryComments(notes, clock);
    private final InMemoryLikes likes = new InMemoryLikes(notes, clock);
    private final InMemoryAuditTrail trail = new InMemoryAuditTrail();
    private final InMemoryFollows follows = new InMemoryFollows(_ -> true);
    private final InMemoryManagedUsers managed =
            new InMemoryManagedUsers(users, new InMemoryShops(), notes, comments, likes, trail, clock);
    private final InMemoryModeration moderation = new InMemoryModeration(notes, comments, trail, clock);
    private final FollowUsers following = new FollowUsers(follows, new InMemoryFollowSets(), 1000, (_, _) -> {});
    private final List<CacheChange> invalidated = new ArrayList<>();
    private final EraseUsers erase = new EraseUsers(
            managed,
            follows,
            following,
            new PublishNote(notes, this::invalidate),
            new WriteComment(comments, this::invalidate),
            new LikeNote(likes, new InMemoryLikeSets(), (_, _) -> {}));

    private final UserId user = user("13912345678");
    private final UserId other = user("13912345679");
    private final StaffAction action = new StaffAction(other, "192.0.2.7", "eraseUser", "/admin", "asked for");

    private UserId user(String phone) {
        return await(users.findOrCreate(new PhoneNumber(phone), "user")).id();
    }

    private CompletionStage<Void> invalidate(CacheChange change) {
        invalidated.add(change);
        return CompletableFuture.completedStage(null);
    }

    private NoteId note(UserId author) {
        return await(notes.create(new NewNote(new ShopId(1), author, "title", "", "content")))
                .orElseThrow()
                .id();
    }

    private void comment(NoteId note, UserId author) {
        var _ = await(comments.add(new NewComment(note, author, Optional.empty(), Optional.empty(), "well")));
    }

    @Test
    void allThatAUserDidGoesInStepsAndWhatOthersDidStays() {
        NoteId others = note(other);
        for (int i = 0; i < 150; i++) {
            var _ = note(user);
            comment(others, user);
        }
        NoteId hidden = note(user);
        Content content = new Content(Content.Kind.NOTE, hidden.value());
        var _ = await(moderation.decide(content, ContentTransition.HIDE, action));
        comment(others, other);
        var _ = await(likes.toggle(others, user));
        var _ = await(likes.toggle(others, other));
        var _ = await(following.follow(user, other));
        var _ = await(following.follow(other, user));

        assertEquals(0, await(erase.step()), "nobody is erased");
        var _ = await(managed.change(action, Role.ADMIN, user, UserTransition.ERASE));
        assertTrue(await(erase.step()) <= 400);
        assertEquals(51, await(managed.leftOf(user, 1000)).notes().size());
        await(OneByOne.untilNothingIsLeft(erase::step));

        assertEquals(new ManagedUsers.Left(List.of(), List.of(), List.of()), await(managed.leftOf(user, 1000)));
        assertEquals(1, await(notes.find(others)).orElseThrow().comments());
        assertEquals(Map.of(others, 1L), await(likes.counts(List.of(others))));
        assertEquals(0, await(follows.countFollowers(user)) + await(follows.countFollowed(user)));
        assertEquals(301, invalidated.size());
    }
}
