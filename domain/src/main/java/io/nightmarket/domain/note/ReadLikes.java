package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.note.LikeSets.Known;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Reads likes from the sets. One that is not loaded is loaded from the database, once for concurrent readers; of those that are
 * too large or loaded elsewhere, and while the sets are away, the database is asked, by a bounded number of calls at once.
 */
public final class ReadLikes implements NoteLikes {
    /** Calls of the database at once, and waiting. */
    private static final int CALLS = 16;

    private static final int WAITING = 1_000;

    /** Reads of the sets under way at once, and how many queries share one: the same notes are on many pages. */
    private static final int READ_CALLS = 2;

    private static final int READS = 32;

    private final LikeLedger ledger;
    private final LikeSets sets;
    private final RandomGenerator random;
    private final SingleFlight<NoteId, Optional<LikeSnapshot>> loads = new SingleFlight<>();
    private final Bulkhead calls = new Bulkhead(CALLS, WAITING);
    private final GroupCommit<Query, Map<NoteId, Known>> reads =
            new GroupCommit<>(this::readTogether, READ_CALLS, READS, WAITING);

    /** @param random names loads */
    public ReadLikes(LikeLedger ledger, LikeSets sets, RandomGenerator random) {
        this.ledger = ledger;
        this.sets = sets;
        this.random = random;
    }

    /** What one page asks. */
    private record Query(List<NoteId> notes, Optional<UserId> viewer) {}

    @Override
    public CompletionStage<Map<NoteId, Likes>> of(List<NoteId> notes, Optional<UserId> viewer) {
        Query query = new Query(notes, viewer);
        return reads.submit(query)
                .exceptionallyCompose(DomainFailure.fallBackOn(Map.of()))
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

    private CompletionStage<Map<NoteId, Likes>> complete(Query query, Map<NoteId, Known> known) {
        Map<NoteId, Likes> likesByNote = new ConcurrentHashMap<>();
        List<CompletionStage<Void>> loaded = new ArrayList<>();
        for (NoteId note : query.notes) {
            switch (known.getOrDefault(note, new Known.TooLarge())) {
                case Known.Loaded(long liked, Set<UserId> likers) ->
                    likesByNote.put(
                            note,
                            new Likes(
                                    liked, query.viewer.filter(likers::contains).isPresent()));
                case Known.NotLoaded _ ->
                    loaded.add(loads.run(note, this::load)
                            .thenAccept(likes -> likes.flatMap(found -> noteLikes(found, query.viewer))
                                    .ifPresent(noteLikes -> likesByNote.put(note, noteLikes))));
                case Known.TooLarge _ -> {}
            }
        }
        return loaded.isEmpty()
                ? addOthers(query, likesByNote)
                : Stages.all(loaded).thenCompose(_ -> addOthers(query, likesByNote));
    }

    /** Adds those that the sets don't answer. */
    private CompletionStage<Map<NoteId, Likes>> addOthers(Query query, Map<NoteId, Likes> likesByNote) {
        Set<NoteId> others = query.notes.stream()
                .filter(note -> !likesByNote.containsKey(note))
                .collect(Collectors.toSet());
        return others.isEmpty()
                ? CompletableFuture.completedStage(likesByNote)
                : calls.run(() -> fromLedger(others, query.viewer)).thenApply(found -> {
                    likesByNote.putAll(found);
                    return likesByNote;
                });
    }

    private static Optional<Likes> noteLikes(LikeSnapshot likes, Optional<UserId> viewer) {
        return likes.isTooLarge()
                ? Optional.empty()
                : Optional.of(new Likes(
                        likes.before() + likes.likers().size(),
                        viewer.isPresent()
                                && likes.likers().stream()
                                        .anyMatch(liker -> liker.user().equals(viewer.get()))));
    }

    private CompletionStage<Map<NoteId, Likes>> fromLedger(Set<NoteId> notes, Optional<UserId> viewer) {
        CompletionStage<Set<NoteId>> liked = viewer.map(user -> ledger.likedBy(user, notes))
                .orElseGet(() -> CompletableFuture.completedStage(Set.of()));
        return ledger.counts(notes).thenCombine(liked, (counts, own) -> {
            Map<NoteId, Likes> likesByNote = new ConcurrentHashMap<>();
            notes.forEach(note -> likesByNote.put(note, new Likes(counts.getOrDefault(note, 0L), own.contains(note))));
            return likesByNote;
        });
    }

    /**
     * What was stored. Nothing when another load is under way or a change voided this one: readers that joined it may know of
     * changes that it misses.
     */
    private CompletionStage<Optional<LikeSnapshot>> load(NoteId note) {
        String load = Long.toHexString(random.nextLong());
        return sets.beginLoad(note, load)
                .exceptionallyCompose(DomainFailure.fallBackOn(false))
                .thenCompose(begun -> begun
                        ? calls.run(() -> ledger.read(note)).thenCompose(likes -> store(note, load, likes))
                        : CompletableFuture.completedStage(Optional.empty()));
    }

    private CompletionStage<Optional<LikeSnapshot>> store(NoteId note, String load, LikeSnapshot likes) {
        return sets.store(note, load, likes)
                .exceptionallyCompose(DomainFailure.fallBackOn(false))
                .thenApply(stored -> stored ? Optional.of(likes) : Optional.empty());
    }

    /** Who likes the note, the first in time first. */
    public CompletionStage<List<UserId>> first(NoteId note, int max) {
        return sets.first(note, max)
                .exceptionallyCompose(DomainFailure.fallBackOn(Optional.empty()))
                .thenCompose(found -> found.map(CompletableFuture::completedStage)
                        .orElseGet(() -> calls.run(() -> ledger.first(note, max))));
    }
}
