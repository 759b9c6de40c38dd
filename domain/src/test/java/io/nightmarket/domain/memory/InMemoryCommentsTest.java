package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.CommentRepositoryContract;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.time.Clock;

final class InMemoryCommentsTest extends CommentRepositoryContract {
    private final InMemoryNotes notes = new InMemoryNotes(_ -> true, Clock.systemUTC());
    private final CommentRepository comments = new InMemoryComments(notes, Clock.systemUTC());

    @Override
    protected CommentRepository comments() {
        return comments;
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
