package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.feed.FeedOutbox.PendingNote;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.NotesOfAuthors;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Stream;

public final class InMemoryNotes implements NoteRepository, NotesOfAuthors {
    private final Predicate<ShopId> shops;
    private final Clock clock;
    private final Map<NoteId, Note> notes = new HashMap<>();
    private final Map<NoteId, Note> hidden = new HashMap<>();
    private final Map<NoteId, Long> totals = new HashMap<>();
    private final Map<Long, PendingNote> pending = new TreeMap<>();
    private long last;
    private long lastChange;

    /** @param shops whether there is such a shop */
    public InMemoryNotes(Predicate<ShopId> shops, Clock clock) {
        this.shops = shops;
        this.clock = clock;
    }

    @Override
    public synchronized CompletionStage<Optional<Saved>> create(NewNote note) {
        if (!shops.test(note.shop())) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        NoteId id = new NoteId(++last);
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        long shop = note.shop().value();
        Note written = new Note(id, shop, note.author(), note.title(), note.images(), note.content(), 0, now, now);
        notes.put(id, written);
        pending.put(id.value(), new PendingNote(note.author(), new FeedPlace(now, id.value())));
        return CompletableFuture.completedStage(Optional.of(new Saved(id, change(id))));
    }

    synchronized List<PendingNote> pending(int max) {
        return pending.values().stream().limit(max).toList();
    }

    synchronized void finish(PendingNote note) {
        var _ = pending.remove(note.place().note());
    }

    private CacheChange change(NoteId id) {
        return new CacheChange(++lastChange, CacheNames.NOTES, Long.toString(id.value()));
    }

    @Override
    public synchronized CompletionStage<Optional<Note>> find(NoteId id) {
        return CompletableFuture.completedStage(Optional.ofNullable(notes.get(id)));
    }

    @Override
    public synchronized CompletionStage<Optional<CacheChange>> delete(NoteId id, Optional<UserId> author) {
        Map<NoteId, Note> all = notes.containsKey(id) ? notes : hidden;
        Note found = all.get(id);
        if (found == null || (author.isPresent() && !author.get().equals(found.author()))) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        all.remove(id);
        return CompletableFuture.completedStage(Optional.of(change(id)));
    }

    /** Hides a note that is shown, or shows one that is hidden, with this number of comments. */
    synchronized CacheChange turn(NoteId id, int comments) {
        Note found = notes.remove(id);
        if (found != null) {
            hidden.put(id, found);
        } else {
            Note restored = shownOrHidden(id).orElseThrow();
            hidden.remove(id);
            notes.put(id, restored);
            pending.put(
                    id.value(),
                    new PendingNote(
                            Objects.requireNonNull(restored.author()),
                            new FeedPlace(restored.createTime(), id.value())));
            return addComments(id, comments - (int) restored.comments());
        }
        return change(id);
    }

    synchronized Optional<Note> shownOrHidden(NoteId id) {
        return Optional.ofNullable(notes.get(id)).or(() -> Optional.ofNullable(hidden.get(id)));
    }

    synchronized List<NoteId> of(UserId author) {
        return Stream.concat(notes.values().stream(), hidden.values().stream())
                .filter(note -> author.equals(note.author()))
                .map(Note::id)
                .toList();
    }

    @Override
    public CompletionStage<Integer> cleanUp(int max) {
        return CompletableFuture.completedStage(0);
    }

    @Override
    public synchronized CompletionStage<List<NoteId>> ofAuthor(UserId author, long offset, int size) {
        return page(
                note -> author.equals(note.author()),
                Comparator.comparing(Note::createTime)
                        .thenComparingLong(note -> note.id().value()),
                offset,
                size);
    }

    @Override
    public synchronized CompletionStage<List<FeedPlace>> after(List<UserId> authors, FeedPlace place, int max) {
        return CompletableFuture.completedStage(notes.values().stream()
                .filter(note -> note.author() != null && authors.contains(note.author()))
                .map(note -> new FeedPlace(note.createTime(), note.id().value()))
                .filter(one -> one.compareTo(place) > 0)
                .sorted()
                .limit(max)
                .toList());
    }

    @Override
    public synchronized CompletionStage<Integer> countExisting(List<FeedPlace> places) {
        return CompletableFuture.completedStage((int) places.stream()
                .filter(place -> notes.containsKey(new NoteId(place.note())))
                .count());
    }

    @Override
    public synchronized CompletionStage<List<NoteId>> mostLiked(long offset, int size) {
        return page(
                _ -> true,
                Comparator.comparingLong((Note note) -> totals.getOrDefault(note.id(), 0L))
                        .thenComparingLong(note -> note.id().value()),
                offset,
                size);
    }

    private CompletionStage<List<NoteId>> page(Predicate<Note> which, Comparator<Note> order, long offset, int size) {
        return CompletableFuture.completedStage(notes.values().stream()
                .filter(which)
                .sorted(order.reversed())
                .skip(offset)
                .limit(size)
                .map(Note::id)
                .toList());
    }

    synchronized boolean contains(NoteId id) {
        return notes.containsKey(id);
    }

    /** Writes the total of likes and answers by how many it differed. */
    synchronized long writeTotal(NoteId id, long liked) {
        Long before = totals.put(id, liked);
        return Math.abs(liked - (before == null ? 0 : before));
    }

    /** Adds this number of comments, and answers the change of the note. */
    synchronized CacheChange addComments(NoteId id, int number) {
        notes.computeIfPresent(
                id,
                (_, note) -> new Note(
                        id,
                        note.shop(),
                        note.author(),
                        note.title(),
                        note.images(),
                        note.content(),
                        note.comments() + number,
                        note.createTime(),
                        note.updateTime()));
        return change(id);
    }
}
