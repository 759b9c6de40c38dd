package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.cache.LoadedReads;
import io.nightmarket.domain.note.LikeSets.Known;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/**
 * Reads likes from the sets, which are loaded when they are not there. Those that are too large are read from the database, as
 * are all while the sets are away, by a bounded number of calls at once.
 */
public final class ReadLikes {
    /** Calls of the database at once, and waiting. */
    private static final int CALLS = 16;

    private static final int WAITING = 1_000;

    /** Reads of the sets under way at once, and how many queries share one: the same notes are on many pages. */
    private static final int READ_CALLS = 2;

    private static final int READS = 32;

    private final LikeLedger ledger;
    private final LikeSets sets;
    private final LoadedReads<NoteId, LikeSnapshot> loading;
    private final Bulkhead calls = new Bulkhead(CALLS, WAITING);
    private final GroupCommit<Query, Map<NoteId, Known>> reads =
            new GroupCommit<>(this::readTogether, READ_CALLS, READS, WAITING);

    /** @param random jitters pauses */
    public ReadLikes(LikeLedger ledger, LikeSets sets, MissedWrites missed, Timers timers, RandomGenerator random) {
        this.ledger = ledger;
        this.sets = sets;
        this.loading = new LoadedReads<>(
                sets,
                note -> calls.run(() -> ledger.read(note)).thenApply(Optional::of),
                LoadedReads.SHORT_WAIT,
                missed,
                timers,
                random);
    }

    /**
     * The likes of a note.
     *
     * @param liked by how many users
     */
    public record Likes(long liked, boolean byViewer) {}

    /** What one page asks. */
    private record Query(List<NoteId> notes, Optional<UserId> viewer) {}

    /** The likes of each of the notes. */
    public CompletionStage<Map<NoteId, Likes>> of(List<NoteId> notes, Optional<UserId> viewer) {
        Query query = new Query(notes, viewer);
        return loading.read(
                        () -> reads.submit(query).exceptionallyCompose(DomainFailure.fallBackOn(Map.of())),
                        known -> notes.stream()
                                .filter(note -> known.get(note) instanceof Known.NotLoaded)
                                .toList())
                .thenCompose(known -> complete(query, known));
    }

    private CompletionStage<List<Map<NoteId, Known>>> readTogether(List<Query> queries) {
        Map<NoteId, Set<UserId>> viewers = new HashMap<>();
        for (Query query : queries) {
            for (NoteId note : query.notes) {
                Set<UserId> ofNote = viewers.computeIfAbsent(note, _ -> new LinkedHashSet<>());
                query.viewer.ifPresent(ofNote::add);
            }
        }
        return sets.read(viewers).thenApply(known -> Collections.nCopies(queries.size(), known));
    }

    /** Adds those that the sets don't answer. */
    private CompletionStage<Map<NoteId, Likes>> complete(Query query, Map<NoteId, Known> known) {
        Map<NoteId, Likes> likesByNote = new HashMap<>();
        Set<NoteId> others = new HashSet<>();
        for (NoteId note : query.notes) {
            if (known.get(note) instanceof Known.Loaded(long liked, Set<UserId> likers)) {
                boolean own = query.viewer.filter(likers::contains).isPresent();
                likesByNote.put(note, new Likes(liked, own));
            } else {
                others.add(note);
            }
        }
        return others.isEmpty()
                ? CompletableFuture.completedStage(likesByNote)
                : calls.run(() -> fromLedger(others, query.viewer)).thenApply(found -> {
                    likesByNote.putAll(found);
                    return likesByNote;
                });
    }

    private CompletionStage<Map<NoteId, Likes>> fromLedger(Set<NoteId> notes, Optional<UserId> viewer) {
        CompletionStage<Set<NoteId>> liked = viewer.map(user -> ledger.likedBy(user, notes))
                .orElseGet(() -> CompletableFuture.completedStage(Set.of()));
        return ledger.counts(notes).thenCombine(liked, (counts, own) -> {
            Map<NoteId, Likes> likesByNote = new HashMap<>();
            notes.forEach(note -> likesByNote.put(note, new Likes(counts.getOrDefault(note, 0L), own.contains(note))));
            return likesByNote;
        });
    }

    /** The users who like the note, the first in time first. */
    public CompletionStage<List<UserId>> first(NoteId note, int max) {
        return sets.first(note, max)
                .exceptionallyCompose(DomainFailure.fallBackOn(Optional.empty()))
                .thenCompose(found -> found.map(CompletableFuture::completedStage)
                        .orElseGet(() -> calls.run(() -> ledger.first(note, max))));
    }
}
