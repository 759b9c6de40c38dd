package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.LikeChange;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.LikeSnapshot;
import io.nightmarket.domain.note.LikeSnapshot.Liker;
import io.nightmarket.domain.note.NoteId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public final class InMemoryLikes implements LikeLedger {
    private static final Comparator<Liker> IN_TIME = Comparator.comparing(Liker::since)
            .thenComparingLong(liker -> liker.user().value());

    /** How far the likes of a part are counted. */
    private enum Progress {
        CHANGED,
        COUNTED,
        COMPARED
    }

    private static final class Likes {
        private final Map<UserId, Instant> likers = new HashMap<>();
        private final Long[] versions = new Long[PARTS];
        private final Progress[] progress = new Progress[PARTS];

        private Likes() {
            Arrays.fill(versions, 0L);
            Arrays.fill(progress, Progress.COMPARED);
        }

        private boolean has(Progress wanted) {
            return Arrays.asList(progress).contains(wanted);
        }

        private List<Long> settled() {
            return IntStream.range(0, PARTS)
                    .mapToObj(part -> progress[part] == Progress.CHANGED ? 0L : versions[part])
                    .toList();
        }
    }

    private final InMemoryNotes notes;
    private final Clock clock;
    private final Map<NoteId, Likes> likes = new HashMap<>();

    /** The last note of each that was answered. */
    private final Map<Progress, Long> lasts = new EnumMap<>(Progress.class);

    public InMemoryLikes(InMemoryNotes notes, Clock clock) {
        this.notes = notes;
        this.clock = clock;
    }

    private Likes of(NoteId note) {
        return likes.computeIfAbsent(note, _ -> new Likes());
    }

    @Override
    public synchronized CompletionStage<Optional<LikeChange>> toggle(NoteId note, UserId user) {
        Likes all = of(note);
        if (!notes.contains(note)) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        boolean liked = !all.likers.containsKey(user);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        if (liked) {
            all.likers.put(user, now);
        } else {
            all.likers.remove(user);
        }
        int part = LikeLedger.partOf(user);
        all.versions[part]++;
        all.progress[part] = Progress.CHANGED;
        return CompletableFuture.completedStage(
                Optional.of(new LikeChange(note, user, liked, now, part, all.versions[part])));
    }

    @Override
    public synchronized CompletionStage<Optional<LikeChange>> unlike(NoteId note, UserId user) {
        Likes all = of(note);
        if (all.likers.remove(user) == null) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        int part = LikeLedger.partOf(user);
        all.versions[part]++;
        all.progress[part] = Progress.CHANGED;
        return CompletableFuture.completedStage(
                Optional.of(new LikeChange(note, user, false, clock.instant(), part, all.versions[part])));
    }

    synchronized List<NoteId> of(UserId user) {
        return likes.keySet().stream()
                .filter(note -> of(note).likers.containsKey(user))
                .toList();
    }

    @Override
    public synchronized CompletionStage<LikeSnapshot> read(NoteId note) {
        Likes all = of(note);
        List<Liker> likers = all.likers.entrySet().stream()
                .map(entry -> new Liker(entry.getKey(), entry.getValue()))
                .sorted(IN_TIME)
                .toList();
        return CompletableFuture.completedStage(new LikeSnapshot(0, likers, List.of(all.versions)));
    }

    @Override
    public synchronized CompletionStage<Map<NoteId, Long>> counts(Collection<NoteId> wanted) {
        return CompletableFuture.completedStage(wanted.stream().collect(Collectors.toMap(note -> note, note ->
                (long) of(note).likers.size())));
    }

    @Override
    public synchronized CompletionStage<Set<NoteId>> likedBy(UserId user, Collection<NoteId> wanted) {
        return CompletableFuture.completedStage(wanted.stream()
                .filter(note -> of(note).likers.containsKey(user))
                .collect(Collectors.toSet()));
    }

    @Override
    public CompletionStage<List<UserId>> first(NoteId note, int max) {
        return read(note)
                .thenApply(
                        all -> all.likers().stream().map(Liker::user).limit(max).toList());
    }

    @Override
    public synchronized CompletionStage<List<NoteId>> mostLikedWithin(Duration time, int max) {
        Instant since = clock.instant().minus(time);
        Map<NoteId, Long> counts = new HashMap<>();
        likes.forEach((note, all) -> counts.put(
                note,
                all.likers.values().stream().filter(at -> !at.isBefore(since)).count()));
        return CompletableFuture.completedStage(counts.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .sorted(Comparator.comparingLong((Map.Entry<NoteId, Long> entry) -> entry.getValue())
                        .thenComparingLong(entry -> entry.getKey().value())
                        .reversed())
                .map(Map.Entry::getKey)
                .limit(max)
                .toList());
    }

    @Override
    public synchronized CompletionStage<List<NoteId>> changed(int max) {
        return CompletableFuture.completedStage(in(Progress.CHANGED, max));
    }

    private List<NoteId> in(Progress progress, int max) {
        List<NoteId> found = likes.keySet().stream()
                .filter(note -> of(note).has(progress))
                .filter(note -> note.value() > lasts.getOrDefault(progress, 0L))
                .sorted(Comparator.comparingLong(NoteId::value))
                .limit(max)
                .toList();
        lasts.put(progress, found.size() < max ? 0 : found.getLast().value());
        return found;
    }

    @Override
    public synchronized CompletionStage<Long> writeTotal(NoteId note) {
        Likes all = of(note);
        Arrays.setAll(
                all.progress, part -> all.progress[part] == Progress.CHANGED ? Progress.COUNTED : all.progress[part]);
        return CompletableFuture.completedStage(notes.writeTotal(note, all.likers.size()));
    }

    @Override
    public synchronized CompletionStage<List<Counted>> toCompare(int max) {
        return CompletableFuture.completedStage(in(Progress.COUNTED, max).stream()
                .map(note -> new Counted(note, of(note).likers.size(), of(note).settled()))
                .toList());
    }

    @Override
    public synchronized CompletionStage<Void> compared(Counted note) {
        Likes all = of(note.note());
        Arrays.setAll(
                all.progress,
                part -> all.progress[part] == Progress.COUNTED
                                && all.versions[part].equals(note.versions().get(part))
                        ? Progress.COMPARED
                        : all.progress[part]);
        return CompletableFuture.completedStage(null);
    }
}
