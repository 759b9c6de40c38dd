package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.NoteRepositoryContract;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.time.Clock;

final class InMemoryNotesTest extends NoteRepositoryContract {
    private final NoteRepository notes = new InMemoryNotes(new ShopId(1)::equals, Clock.systemUTC());

    @Override
    protected NoteRepository notes() {
        return notes;
    }

    @Override
    protected ShopId shop() {
        return new ShopId(1);
    }
}
