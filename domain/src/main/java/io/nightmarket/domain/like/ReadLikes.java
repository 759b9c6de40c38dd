package io.nightmarket.domain.like;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.concurrent.SingleFlight;
import io.nightmarket.domain.concurrent.Stages;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.like.LikeSets.Known;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteStandings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Reads likes from the sets. One that is not loaded is loaded from the database, once for concurrent readers; of those that are
 * too large or loaded elsewhere, and while the sets are away, the database is asked, by a bounded number of calls at once.
 */
public final class ReadLikes implements NoteStandings {
    /** Calls of the database at once, and waiting. */
    private static final int CALLS = 16;

    private static final int WAITING = 1_000;

    private final LikeLedger ledger;
    private final LikeSets sets;
    private final RandomGenerator random;
    private final SingleFlight<NoteId, Optional<LikeSnapshot>> loads = new SingleFlight<>();
    private final Bulkhead calls = new Bulkhead(CALLS, WAITING);

    /** @param random names loads */
    public ReadLikes(LikeLedger ledger, LikeSets sets, RandomGenerator random) {
        this.ledger = ledger;
        this.sets = sets;
        this.random = random;
    }

    @Override
    public CompletionStage<Map<NoteId, Standing>> of(List<NoteId> notes, Optional<UserId> viewer) {
        Map<NoteId, Standing> standings = new ConcurrentHashMap<>();
        Set<NoteId> others = ConcurrentHashMap.newKeySet();
        List<CompletionStage<Void>> reads = new ArrayList<>();
        for (NoteId note : notes) {
            reads.add(sets.read(note, viewer)
                    .exceptionallyCompose(DomainFailure.fallBackOn(new Known.TooLarge()))
                    .thenCompose(known -> switch (known) {
                        case Known.Loaded(long liked, boolean byViewer) ->
                            CompletableFuture.completedStage(Optional.of(new Standing(liked, byViewer)));
                        case Known.NotLoaded _ ->
                            loads.run(note, this::load)
                                    .thenApply(loaded -> loaded.flatMap(likes -> standing(likes, viewer)));
                        case Known.TooLarge _ -> CompletableFuture.completedStage(Optional.<Standing>empty());
                    })
                    .thenAccept(standing ->
                            standing.ifPresentOrElse(found -> standings.put(note, found), () -> others.add(note))));
        }
        return Stages.all(reads)
                .thenCompose(_ -> others.isEmpty()
                        ? CompletableFuture.completedStage(standings)
                        : calls.run(() -> fromLedger(others, viewer)).thenApply(found -> {
                            standings.putAll(found);
                            return standings;
                        }));
    }

    private static Optional<Standing> standing(LikeSnapshot likes, Optional<UserId> viewer) {
        return likes.isTooLarge()
                ? Optional.empty()
                : Optional.of(new Standing(
                        likes.before() + likes.likers().size(),
                        viewer.isPresent()
                                && likes.likers().stream()
                                        .anyMatch(liker -> liker.user().equals(viewer.get()))));
    }

    private CompletionStage<Map<NoteId, Standing>> fromLedger(Set<NoteId> notes, Optional<UserId> viewer) {
        CompletionStage<Set<NoteId>> liked = viewer.map(user -> ledger.likedBy(user, notes))
                .orElseGet(() -> CompletableFuture.completedStage(Set.of()));
        return ledger.counts(notes).thenCombine(liked, (counts, own) -> {
            Map<NoteId, Standing> standings = new ConcurrentHashMap<>();
            notes.forEach(note -> standings.put(note, new Standing(counts.getOrDefault(note, 0L), own.contains(note))));
            return standings;
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
