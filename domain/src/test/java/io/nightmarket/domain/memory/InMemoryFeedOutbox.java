package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.feed.FeedOutbox;
import io.nightmarket.domain.follow.Follows;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The pending notes of {@link InMemoryNotes}. */
public record InMemoryFeedOutbox(InMemoryNotes notes, Follows follows) implements FeedOutbox {
    @Override
    public CompletionStage<List<Pending>> pending(List<UserId> readers) {
        List<PendingNote> pending = notes.pending(MAX_PENDING + 1);
        boolean areAll = pending.size() <= MAX_PENDING;
        List<PendingNote> read = pending.subList(0, Math.min(pending.size(), MAX_PENDING));
        return Stages.list(readers.stream()
                .map(reader -> follows.versions(reader, reader)
                        .thenApply(versions -> new Pending(versions.one(), read, areAll)))
                .toList());
    }

    @Override
    public CompletionStage<Backlog> backlog() {
        List<PendingNote> pending = notes.pending(MAX_PENDING + 1);
        return CompletableFuture.completedStage(new Backlog(
                pending.size(),
                pending.stream().map(note -> note.place().time()).findFirst()));
    }

    @Override
    public CompletionStage<List<PendingNote>> oldest(long after, int max) {
        return CompletableFuture.completedStage(notes.pending(Integer.MAX_VALUE).stream()
                .filter(pending -> pending.place().note() > after)
                .limit(max)
                .toList());
    }

    @Override
    public CompletionStage<Void> finish(PendingNote note) {
        notes.finish(note);
        return CompletableFuture.completedStage(null);
    }
}
