package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.LikeLedgerContract;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import java.time.Instant;

final class InMemoryLikesTest extends LikeLedgerContract {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final InMemoryNotes notes = new InMemoryNotes(_ -> true, clock);
    private final LikeLedger likes = new InMemoryLikes(notes, clock);

    @Override
    protected LikeLedger likes() {
        return likes;
    }

    @Override
    protected NoteRepository notes() {
        return notes;
    }

    @Override
    protected ShopId shop() {
        return new ShopId(1);
    }

    @Override
    protected void elapse() {
        clock.advance(Duration.ofMillis(1));
    }
}
