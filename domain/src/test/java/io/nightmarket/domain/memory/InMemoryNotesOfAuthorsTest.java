package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.NotesOfAuthorsContract;
import io.nightmarket.domain.feed.NotesOfAuthors;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.time.Clock;

final class InMemoryNotesOfAuthorsTest extends NotesOfAuthorsContract {
    private final InMemoryNotes notes = new InMemoryNotes(new ShopId(1)::equals, Clock.systemUTC());

    @Override
    protected NotesOfAuthors feed() {
        return notes;
    }

    @Override
    protected NoteRepository notes() {
        return notes;
    }

    @Override
    protected ShopId shop() {
        return new ShopId(1);
    }
}
