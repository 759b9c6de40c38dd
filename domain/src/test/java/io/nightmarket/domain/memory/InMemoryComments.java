package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.note.Comment;
import io.nightmarket.domain.note.CommentId;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.NewComment;
import io.nightmarket.domain.note.NoteId;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

public final class InMemoryComments implements CommentRepository {
    private final InMemoryNotes notes;
    private final Clock clock;
    private final Map<Long, Comment> comments = new TreeMap<>();
    private final Set<Long> hidden = new HashSet<>();
    private long last;

    public InMemoryComments(InMemoryNotes notes, Clock clock) {
        this.notes = notes;
        this.clock = clock;
    }

    @Override
    public synchronized CompletionStage<Addition> add(NewComment comment) {
        return CompletableFuture.completedStage(refusal(comment).orElseGet(() -> write(comment)));
    }

    private Optional<Addition> refusal(NewComment wanted) {
        if (!notes.contains(wanted.note())) {
            return Optional.of(new Addition.NoSuchNote());
        }
        Optional<Comment> parent = wanted.parent().flatMap(this::find);
        Optional<Comment> answer = wanted.answer().flatMap(this::find);
        if (wanted.parent().isPresent() != parent.isPresent() || wanted.answer().isPresent() != answer.isPresent()) {
            return Optional.of(new Addition.NoSuchComment());
        }
        long thread = parent.map(comment -> comment.id().value()).orElse(0L);
        boolean parentFits = parent.map(comment ->
                        comment.parent() == 0 && comment.note() == wanted.note().value())
                .orElse(true);
        boolean answerFits = answer.map(_ -> thread != 0).orElse(true);
        boolean sameThread = answer.map(comment -> comment.id().value() == thread || comment.parent() == thread)
                .orElse(true);
        boolean fits = parentFits && answerFits && sameThread;
        return fits ? Optional.empty() : Optional.of(new Addition.OfAnother());
    }

    private Optional<Comment> find(CommentId id) {
        return shownOrHidden(id).filter(_ -> !hidden.contains(id.value()));
    }

    synchronized Optional<Comment> shownOrHidden(CommentId id) {
        return Optional.ofNullable(comments.get(id.value()));
    }

    synchronized boolean isHidden(CommentId id) {
        return hidden.contains(id.value());
    }

    /** Hides a comment that is shown, or shows one that is hidden; answers the change of the note. */
    synchronized CacheChange turn(CommentId id) {
        long note = shownOrHidden(id).orElseThrow().note();
        int before = count(note);
        boolean _ = hidden.remove(id.value()) || hidden.add(id.value());
        return notes.addComments(new NoteId(note), count(note) - before);
    }

    /** How many comments of a note are neither hidden nor replies to hidden ones. */
    synchronized int count(long note) {
        return (int) comments.values().stream()
                .filter(comment -> comment.note() == note)
                .filter(comment -> !hidden.contains(comment.id().value()) && !hidden.contains(comment.parent()))
                .count();
    }

    synchronized List<CommentId> of(UserId author) {
        return comments.values().stream()
                .filter(comment -> author.equals(comment.author()))
                .map(Comment::id)
                .toList();
    }

    private Addition write(NewComment comment) {
        CommentId id = new CommentId(++last);
        comments.put(
                id.value(),
                new Comment(
                        id,
                        comment.note().value(),
                        comment.author(),
                        comment.parent().map(CommentId::value).orElse(0L),
                        comment.answer().map(CommentId::value).orElse(0L),
                        comment.content(),
                        clock.instant().truncatedTo(ChronoUnit.SECONDS),
                        0));
        return new Addition.Added(id, notes.addComments(comment.note(), 1));
    }

    @Override
    public synchronized CompletionStage<Deletion> delete(CommentId id, Optional<UserId> author) {
        Optional<Comment> found = shownOrHidden(id);
        if (found.isEmpty()
                || (author.isPresent() && !author.get().equals(found.get().author()))) {
            return CompletableFuture.completedStage(Deletion.NONE);
        }
        long note = found.get().note();
        int before = count(note);
        comments.values().removeIf(comment -> comment.parent() == id.value());
        comments.remove(id.value());
        hidden.remove(id.value());
        return CompletableFuture.completedStage(
                new Deletion(1, Optional.of(notes.addComments(new NoteId(note), count(note) - before))));
    }

    @Override
    public CompletionStage<Deletion> cleanUp(int max) {
        return CompletableFuture.completedStage(Deletion.NONE);
    }

    @Override
    public synchronized CompletionStage<List<Comment>> ofNote(NoteId note, long offset, int size) {
        return page(
                comment -> comment.note() == note.value() && comment.parent() == 0,
                Comparator.comparingLong((Comment comment) -> comment.id().value())
                        .reversed(),
                offset,
                size);
    }

    @Override
    public synchronized CompletionStage<List<Comment>> replies(CommentId parent, long offset, int size) {
        return page(
                comment -> comment.parent() == parent.value(),
                Comparator.comparingLong(comment -> comment.id().value()),
                offset,
                size);
    }

    private CompletionStage<List<Comment>> page(
            Predicate<Comment> which, Comparator<Comment> order, long offset, int size) {
        return CompletableFuture.completedStage(comments.values().stream()
                .filter(which)
                .filter(comment -> !hidden.contains(comment.id().value()) && !hidden.contains(comment.parent()))
                .filter(comment -> notes.contains(new NoteId(comment.note())))
                .sorted(order)
                .skip(offset)
                .limit(offset >= MAX_LISTED ? 0 : size)
                .map(this::withReplies)
                .toList());
    }

    private Comment withReplies(Comment comment) {
        long replies = comments.values().stream()
                .filter(reply -> reply.parent() == comment.id().value()
                        && !hidden.contains(reply.id().value()))
                .count();
        return new Comment(
                comment.id(),
                comment.note(),
                comment.author(),
                comment.parent(),
                comment.answer(),
                comment.content(),
                comment.createTime(),
                replies);
    }
}
