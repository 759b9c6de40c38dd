package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.FeedOutboxContract;
import io.nightmarket.domain.feed.FeedOutbox;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.time.Instant;

final class InMemoryFeedOutboxTest extends FeedOutboxContract {
    private final InMemoryNotes notes =
            new InMemoryNotes(_ -> true, new ManualClock(Instant.parse("2026-11-20T12:00:00Z")));
    private final Follows follows = new InMemoryFollows(_ -> true);
    private final FeedOutbox outbox = new InMemoryFeedOutbox(notes, follows);
    private long users;

    @Override
    protected FeedOutbox outbox() {
        return outbox;
    }

    @Override
    protected NoteRepository notes() {
        return notes;
    }

    @Override
    protected Follows follows() {
        return follows;
    }

    @Override
    protected ShopId shop() {
        return new ShopId(1);
    }

    @Override
    protected UserId newUser() {
        return new UserId(++users);
    }
}
