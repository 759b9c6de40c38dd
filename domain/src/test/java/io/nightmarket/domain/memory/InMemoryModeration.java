package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.moderation.Content;
import io.nightmarket.domain.moderation.ContentState;
import io.nightmarket.domain.moderation.ContentTransition;
import io.nightmarket.domain.moderation.Moderation;
import io.nightmarket.domain.note.Comment;
import io.nightmarket.domain.note.CommentId;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.NoteId;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reports and decisions in memory. */
public final class InMemoryModeration implements Moderation {
    private record Stored(Place place, Content content, UserId reporter, String reason, Instant at) {
        private Stored close() {
            return new Stored(new Place(true, place.number()), content, reporter, reason, at);
        }
    }

    private final InMemoryNotes notes;
    private final InMemoryComments comments;
    private final InMemoryAuditTrail trail;
    private final Clock clock;
    private final List<Stored> reports = new ArrayList<>();

    public InMemoryModeration(InMemoryNotes notes, InMemoryComments comments, InMemoryAuditTrail trail, Clock clock) {
        this.notes = notes;
        this.comments = comments;
        this.trail = trail;
        this.clock = clock;
    }

    private Optional<ContentState> state(Content content) {
        return content.kind() == Content.Kind.NOTE
                ? notes.shownOrHidden(new NoteId(content.id()))
                        .map(note -> notes.contains(note.id()) ? ContentState.VISIBLE : ContentState.HIDDEN)
                : comments.shownOrHidden(new CommentId(content.id()))
                        .map(comment -> comments.isHidden(comment.id()) ? ContentState.HIDDEN : ContentState.VISIBLE);
    }

    @Override
    public synchronized CompletionStage<Boolean> report(Content content, UserId reporter, String reason) {
        boolean isShown = state(content).equals(Optional.of(ContentState.VISIBLE));
        boolean isNew = reports.stream()
                .noneMatch(report ->
                        report.content().equals(content) && report.reporter().equals(reporter));
        if (isShown && isNew) {
            reports.add(new Stored(new Place(false, reports.size() + 1L), content, reporter, reason, clock.instant()));
        }
        return CompletableFuture.completedStage(isShown);
    }

    @Override
    public synchronized CompletionStage<List<Report>> reports(Place after, int max) {
        Comparator<Place> order = Comparator.comparing(Place::closed).thenComparingLong(Place::number);
        return CompletableFuture.completedStage(reports.stream()
                .filter(report -> order.compare(report.place(), after) > 0)
                .sorted(Comparator.comparing(Stored::place, order))
                .limit(max)
                .map(this::report)
                .toList());
    }

    private Report report(Stored stored) {
        Content content = stored.content();
        Optional<Note> note =
                content.kind() == Content.Kind.NOTE ? notes.shownOrHidden(new NoteId(content.id())) : Optional.empty();
        Optional<Comment> comment = content.kind() == Content.Kind.COMMENT
                ? comments.shownOrHidden(new CommentId(content.id()))
                : Optional.empty();
        return new Report(
                stored.place(),
                content,
                note.map(found -> found.id().value())
                        .or(() -> comment.map(Comment::note))
                        .orElse(0L),
                note.isPresent()
                        ? note.get().author()
                        : comment.isPresent() ? comment.get().author() : null,
                note.map(found -> found.title() + '\n' + found.content())
                        .or(() -> comment.map(Comment::content))
                        .orElse(""),
                state(content),
                stored.reporter(),
                stored.reason(),
                stored.at());
    }

    @Override
    public synchronized CompletionStage<Optional<Decision>> decide(
            Content content, ContentTransition transition, StaffAction action) {
        Optional<ContentState> state = state(content);
        long closed = reports.stream()
                .filter(report ->
                        report.content().equals(content) && !report.place().closed())
                .count();
        reports.replaceAll(report -> report.content().equals(content) ? report.close() : report);
        boolean changes = state.equals(Optional.of(transition.from()));
        if (!changes && closed == 0) {
            return CompletableFuture.completedStage(state.map(_ -> new Decision(Optional.empty())));
        }
        String before = state.map(ContentState::name).orElse("gone");
        trail.recordChange(
                action,
                before + ", open reports: " + closed,
                state.isPresent() ? transition.to().name() : before);
        return CompletableFuture.completedStage(
                Optional.of(new Decision(changes ? Optional.of(turn(content)) : Optional.empty())));
    }

    private CacheChange turn(Content content) {
        return content.kind() == Content.Kind.NOTE
                ? notes.turn(new NoteId(content.id()), comments.count(content.id()))
                : comments.turn(new CommentId(content.id()));
    }
}
