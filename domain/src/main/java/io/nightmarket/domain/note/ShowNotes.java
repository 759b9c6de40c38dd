package io.nightmarket.domain.note;

import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.note.ReadLikes.Likes;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/**
 * Shows notes, page by page. Pages have 10 notes, fewer when one was deleted meanwhile; numbers below 1 count as 1, and beyond
 * the end pages are empty. Notes and lists may be cached; how many like a note, and whether the viewer does, is as of now.
 */
public final class ShowNotes {
    /** Notes of a page. */
    public static final int PAGE_SIZE = 10;

    /** Notes of a leaderboard. */
    public static final int MAX_RANKED = 10;

    private final ReadThrough<NoteId, Note> notes;
    private final LongFunction<CompletionStage<ReadResult<List<NoteId>>>> hot;
    private final Function<RankPeriod, CompletionStage<ReadResult<List<NoteId>>>> ranks;
    private final NoteRepository repository;
    private final FindUserCard cards;
    private final ReadLikes likesByNote;
    private final Clock clock;

    /**
     * @param hot the ids of the page of the most liked from this offset on, from a cache
     * @param ranks the ids of a leaderboard, from a cache
     */
    public ShowNotes(
            ReadThrough<NoteId, Note> notes,
            LongFunction<CompletionStage<ReadResult<List<NoteId>>>> hot,
            Function<RankPeriod, CompletionStage<ReadResult<List<NoteId>>>> ranks,
            NoteRepository repository,
            FindUserCard cards,
            ReadLikes likesByNote,
            Clock clock) {
        this.notes = notes;
        this.hot = hot;
        this.ranks = ranks;
        this.repository = repository;
        this.cards = cards;
        this.likesByNote = likesByNote;
        this.clock = clock;
    }

    /**
     * Where notes come from.
     *
     * @param safe makes HTML that browsers may show of what was written
     */
    public static CompletionStage<Optional<Note>> load(
            NoteRepository repository, UnaryOperator<String> safe, NoteId id) {
        return repository.find(id).thenApply(found -> found.map(note -> note.withTexts(safe)));
    }

    /** The most liked, the first {@link NoteRepository#MAX_HOT}. */
    public CompletionStage<ReadResult<List<ShownNote>>> hot(int page, Optional<UserId> viewer) {
        return offset(page) >= NoteRepository.MAX_HOT
                ? now(List.of())
                : hot.apply(offset(page)).thenCompose(ids -> show(ids, viewer));
    }

    /** Those with the most likes of this period, {@link #MAX_RANKED} at most. */
    public CompletionStage<ReadResult<List<ShownNote>>> ranked(RankPeriod period, Optional<UserId> viewer) {
        return ranks.apply(period).thenCompose(ids -> show(ids, viewer));
    }

    /** The notes of one author, newest first. */
    public CompletionStage<ReadResult<List<ShownNote>>> ofAuthor(UserId author, int page, Optional<UserId> viewer) {
        return repository
                .ofAuthor(author, offset(page), PAGE_SIZE)
                .thenCompose(this::now)
                .thenCompose(ids -> show(ids, viewer));
    }

    /** These notes, in their order, without those that are gone. */
    public CompletionStage<List<ShownNote>> these(List<NoteId> ids, UserId viewer) {
        return now(ids).thenCompose(found -> show(found, Optional.of(viewer)))
                .thenApply(found -> found.value().orElse(List.of()));
    }

    public CompletionStage<ReadResult<ShownNote>> find(NoteId id, Optional<UserId> viewer) {
        return now(List.of(id))
                .thenCompose(ids -> show(ids, viewer))
                .thenApply(found -> found.flatMap(list -> list.stream().findFirst()));
    }

    private static long offset(int page) {
        return (Math.max(page, 1) - 1L) * PAGE_SIZE;
    }

    private <V> CompletionStage<ReadResult<V>> now(V value) {
        return CompletableFuture.completedStage(ReadResult.now(value, clock));
    }

    private CompletionStage<ReadResult<List<ShownNote>>> show(ReadResult<List<NoteId>> ids, Optional<UserId> viewer) {
        return ReadResult.gather(ids, notes::read).thenCompose(found -> complete(found, viewer));
    }

    private CompletionStage<ReadResult<List<ShownNote>>> complete(
            ReadResult<List<Note>> found, Optional<UserId> viewer) {
        List<Note> list = found.value().orElse(List.of());
        return list.isEmpty()
                ? CompletableFuture.completedStage(found.map(_ -> List.of()))
                : likesByNote
                        .of(list.stream().map(Note::id).toList(), viewer)
                        .thenCombine(authors(list), (known, authors) -> found.map(_ -> together(list, known, authors)));
    }

    private CompletionStage<List<Optional<UserCard>>> authors(List<Note> list) {
        return Stages.list(
                list.stream().map(note -> cards.findAuthor(note.author())).toList());
    }

    private static List<ShownNote> together(
            List<Note> notes, Map<NoteId, Likes> likesByNote, List<Optional<UserCard>> authors) {
        List<ShownNote> shown = new ArrayList<>(notes.size());
        for (int i = 0; i < notes.size(); i++) {
            Note note = notes.get(i);
            shown.add(new ShownNote(note, authors.get(i), likesByNote.getOrDefault(note.id(), new Likes(0, false))));
        }
        return shown;
    }
}
