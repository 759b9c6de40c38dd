package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedOutbox;
import io.nightmarket.domain.feed.FeedOutbox.Backlog;
import io.nightmarket.domain.feed.FeedOutbox.Pending;
import io.nightmarket.domain.feed.FeedOutbox.PendingNote;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link FeedOutbox} promises; no other test publishes meanwhile. */
public abstract class FeedOutboxContract {
    protected abstract FeedOutbox outbox();

    /** Whose notes come into the outbox. */
    protected abstract NoteRepository notes();

    /** Whose versions count. */
    protected abstract Follows follows();

    /** A shop that is there. */
    protected abstract ShopId shop();

    protected abstract UserId newUser();

    private PendingNote publish(UserId author) {
        NoteId id = await(notes().create(new NewNote(shop(), author, "title", "", "content")))
                .orElseThrow()
                .id();
        return new PendingNote(
                author, new FeedPlace(await(notes().find(id)).orElseThrow().createTime(), id.value()));
    }

    private void finishAll() {
        await(outbox().oldest(0, FeedOutbox.MAX_PENDING)).forEach(note -> await(outbox().finish(note)));
    }

    @Test
    void aNoteIsPendingUntilItsFanOutHasEnded() {
        finishAll();
        assertEquals(new Backlog(0, Optional.empty()), await(outbox().backlog()));
        PendingNote first = publish(newUser());
        PendingNote second = publish(newUser());
        assertEquals(new Backlog(2, Optional.of(first.place().time())), await(outbox().backlog()));
        assertEquals(List.of(first, second), await(outbox().oldest(0, 10)));
        assertEquals(List.of(first), await(outbox().oldest(0, 1)));
        assertEquals(List.of(second), await(outbox().oldest(first.place().note(), 1)));
        assertEquals(List.of(), await(outbox().oldest(second.place().note(), 1)));
        await(outbox().finish(first));
        await(outbox().finish(first));
        assertEquals(List.of(second), await(outbox().oldest(0, 10)));
    }

    @Test
    void readersLearnTheirVersionsAndWhatIsPending() {
        finishAll();
        UserId reader = newUser();
        UserId author = newUser();
        PendingNote note = publish(author);
        Pending before = new Pending(Follows.FIRST_VERSION, List.of(note), true);
        assertEquals(List.of(before, before), await(outbox().pending(List.of(author, reader))));

        var _ = await(follows().follow(reader, author, 10));
        long version = await(follows().versions(reader, author)).one();
        assertEquals(
                List.of(before, new Pending(version, List.of(note), true), before),
                await(outbox().pending(List.of(author, reader, author))));
    }

    @Test
    void itSaysWhenMoreArePendingThanAreRead() {
        finishAll();
        UserId author = newUser();
        for (int i = 0; i < FeedOutbox.MAX_PENDING; i++) {
            var _ = publish(author);
        }
        assertTrue(await(outbox().pending(List.of(author))).getFirst().areAll());
        var _ = publish(author);
        Pending pending = await(outbox().pending(List.of(author))).getFirst();
        assertFalse(pending.areAll());
        var _ = publish(author);
        assertEquals(FeedOutbox.MAX_PENDING + 1, await(outbox().backlog()).notes());
        assertEquals(FeedOutbox.MAX_PENDING, pending.pending().size());
        finishAll();
        finishAll();
        assertEquals(List.of(), await(outbox().oldest(0, 1)));
    }
}
