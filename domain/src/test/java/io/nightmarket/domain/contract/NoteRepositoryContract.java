package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.note.NoteRepository.Saved;
import io.nightmarket.domain.shop.ShopId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class NoteRepositoryContract {
    private final UserId author = new UserId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));

    protected abstract NoteRepository notes();

    /** A shop that is there. */
    protected abstract ShopId shop();

    private NewNote note(String title) {
        return new NewNote(shop(), author, title, "/imgs/a.jpg,/imgs/b.jpg", "one\ntwo <b>é 👍</b>");
    }

    private Saved publish(String title) {
        return await(notes().create(note(title))).orElseThrow();
    }

    @Test
    void aNoteIsFoundAsItWasWritten() {
        Saved saved = publish("title");
        assertEquals(CacheNames.NOTES, saved.change().cache());
        assertEquals(Long.toString(saved.id().value()), saved.change().key());

        Note found = await(notes().find(saved.id())).orElseThrow();
        NewNote wanted = note("title");
        long shop = shop().value();
        Instant time = found.createTime();
        assertEquals(
                new Note(saved.id(), shop, author, "title", wanted.images(), wanted.content(), 0, time, time), found);
    }

    @Test
    void aNoteOfNoShopIsNotWrittenAndTheHotListEnds() {
        NewNote lost = new NewNote(new ShopId(Long.MAX_VALUE), author, "title", "", "content");
        assertEquals(Optional.empty(), await(notes().create(lost)));
        assertEquals(List.of(), await(notes().ofAuthor(author, 0, 10)));
        var _ = publish("title");
        assertEquals(List.of(), await(notes().mostLiked(NoteRepository.MAX_HOT, 10)));
        assertEquals(1, await(notes().mostLiked(0, 1)).size());
    }

    @Test
    void anAuthorsNotesComeNewestFirst() {
        List<NoteId> published = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            published.addFirst(publish("note " + i).id());
        }
        assertEquals(published, await(notes().ofAuthor(author, 0, 10)));
        assertEquals(published.subList(2, 4), await(notes().ofAuthor(author, 2, 2)));
        assertEquals(List.of(), await(notes().ofAuthor(author, 5, 10)));
        assertEquals(List.of(), await(notes().ofAuthor(author, NoteRepository.MAX_OF_AUTHOR, 10)));
    }

    @Test
    void theAuthorAloneDeletesANote() {
        NoteId id = publish("title").id();
        UserId other = new UserId(author.value() + 1);
        assertEquals(Optional.empty(), await(notes().delete(id, Optional.of(other))));
        assertTrue(await(notes().find(id)).isPresent());

        assertTrue(await(notes().delete(id, Optional.of(author))).isPresent());
        assertEquals(Optional.empty(), await(notes().find(id)));
        assertEquals(List.of(), await(notes().ofAuthor(author, 0, 10)));
        assertEquals(Optional.empty(), await(notes().delete(id, Optional.of(author))));
        assertTrue(
                await(notes().delete(publish("title").id(), Optional.empty())).isPresent(), "by an administrator");
        assertEquals(List.of(), await(notes().ofAuthor(author, 0, 10)));
    }
}
