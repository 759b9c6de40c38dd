package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.domain.base.RecentlyUsed;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.Stages;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** The newest notes of pulled authors, in the memory of the node; a list is used in the version that the database names, or a later one. */
public final class PulledNotes {
    /** The newest notes of an author that are held; older ones are read from the rows of notes. */
    static final int MAX_NOTES = 500;

    private static final int MAX_LISTS = 500;
    private static final int CALLS = 2;
    /** Readers whose authors' versions are asked for together. */
    private static final int BATCH = 50;

    private static final int QUEUE = 10_000;
    private static final int LOADS = 4;
    private static final int WAITING = 1_000;

    private record Key(UserId author, long version) {}

    private record NewestNotes(long version, List<FeedPlace> places) {
        static NewestNotes later(NewestNotes one, NewestNotes other) {
            return one.version > other.version ? one : other;
        }
    }

    private final NotesOfAuthors notes;
    private final GroupCommit<List<UserId>, Map<UserId, Long>> versions;
    private final SingleFlight<Key, List<FeedPlace>> loads = new SingleFlight<>();
    private final Bulkhead bulkhead = new Bulkhead(LOADS, WAITING);
    private final RecentlyUsed<UserId, NewestNotes> lists = new RecentlyUsed<>(MAX_LISTS);

    public PulledNotes(NotesOfAuthors notes, PulledAuthors pulled) {
        this.notes = notes;
        this.versions = new GroupCommit<>(
                readers -> pulled.versions(readers.stream()
                                .flatMap(List::stream)
                                .distinct()
                                .toList())
                        .thenApply(found -> Collections.nCopies(readers.size(), found)),
                CALLS,
                BATCH,
                QUEUE);
    }

    /** The next notes of all these authors; empty when a list does not reach that far. */
    CompletionStage<Optional<List<FeedPlace>>> after(List<UserId> authors, FeedPlace place, int max) {
        if (authors.isEmpty()) {
            return CompletableFuture.completedStage(Optional.of(List.of()));
        }
        return versions.submit(authors)
                .thenCompose(known -> Stages.list(authors.stream()
                        .map(author -> list(author, known.getOrDefault(author, PulledAuthors.BEGINNING)))
                        .toList()))
                .thenApply(found -> found.stream().anyMatch(list -> isTooShort(list, place, max))
                        ? Optional.empty()
                        : Optional.of(found.stream()
                                .flatMap(list -> next(list, place, max))
                                .toList()));
    }

    private static boolean isTooShort(List<FeedPlace> list, FeedPlace place, int max) {
        return list.size() == MAX_NOTES && next(list, place, max).count() < max;
    }

    private static Stream<FeedPlace> next(List<FeedPlace> list, FeedPlace place, int max) {
        return list.stream().dropWhile(one -> one.compareTo(place) <= 0).limit(max);
    }

    private CompletionStage<List<FeedPlace>> list(UserId author, long version) {
        return lists.find(author)
                .filter(known -> known.version >= version)
                .map(known -> CompletableFuture.completedStage(known.places))
                .orElseGet(() -> loads.run(new Key(author, version), this::load));
    }

    private CompletionStage<List<FeedPlace>> load(Key key) {
        return bulkhead.run(() -> notes.after(List.of(key.author), FeedPlace.BEGIN, MAX_NOTES))
                .thenApply(list -> {
                    lists.merge(key.author, new NewestNotes(key.version, list), NewestNotes::later);
                    return list;
                });
    }
}
