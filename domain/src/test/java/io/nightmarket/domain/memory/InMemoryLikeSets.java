package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.LikeChange;
import io.nightmarket.domain.note.LikeSets;
import io.nightmarket.domain.note.LikeSnapshot;
import io.nightmarket.domain.note.LikeSnapshot.Liker;
import io.nightmarket.domain.note.NoteId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

public final class InMemoryLikeSets extends InMemoryLoadedSets<NoteId, LikeSnapshot> implements LikeSets {
    private static final Comparator<Liker> IN_TIME = Comparator.comparing(Liker::since)
            .thenComparingLong(liker -> liker.user().value());

    private final Map<NoteId, LikeSnapshot> sets = new HashMap<>();

    @Override
    public synchronized void loseAll() {
        super.loseAll();
        sets.clear();
    }

    @Override
    Object loaded(NoteId note) {
        return note;
    }

    @Override
    boolean isKept(NoteId note) {
        return sets.containsKey(note);
    }

    @Override
    void keep(NoteId note, LikeSnapshot likes) {
        sets.put(note, likes);
    }

    @Override
    public synchronized CompletionStage<Map<NoteId, Known>> read(Map<NoteId, Set<UserId>> viewers) {
        Map<NoteId, Known> known = new HashMap<>();
        viewers.forEach((note, asked) -> known.put(note, known(sets.get(note), asked)));
        return CompletableFuture.completedStage(known);
    }

    private static Known known(@Nullable LikeSnapshot set, Set<UserId> viewers) {
        if (set == null) {
            return new Known.NotLoaded();
        }
        return set.isTooLarge()
                ? new Known.TooLarge()
                : new Known.Loaded(
                        set.before() + set.likers().size(),
                        set.likers().stream()
                                .map(Liker::user)
                                .filter(viewers::contains)
                                .collect(Collectors.toSet()));
    }

    @Override
    public synchronized CompletionStage<Optional<List<UserId>>> first(NoteId note, int max) {
        return CompletableFuture.completedStage(Optional.ofNullable(sets.get(note))
                .filter(set -> !set.isTooLarge())
                .map(set -> set.likers().stream().map(Liker::user).limit(max).toList()));
    }

    @Override
    public synchronized CompletionStage<Void> put(LikeChange change) {
        endLoads(change.note());
        LikeSnapshot set = sets.get(change.note());
        if (set != null && !set.isTooLarge()) {
            long missing = change.version() - set.versions().get(change.part());
            LikeSnapshot changed = with(set, change);
            if (missing == 1 && !changed.isTooLarge()) {
                sets.put(change.note(), changed);
            } else if (missing >= 1) {
                sets.remove(change.note());
            }
        }
        return CompletableFuture.completedStage(null);
    }

    private static LikeSnapshot with(LikeSnapshot set, LikeChange change) {
        List<Liker> likers = new ArrayList<>(set.likers());
        likers.removeIf(liker -> liker.user().equals(change.user()));
        if (change.liked()) {
            likers.add(new Liker(change.user(), change.at()));
        }
        likers.sort(IN_TIME);
        List<Long> versions = new ArrayList<>(set.versions());
        versions.set(change.part(), change.version());
        return new LikeSnapshot(set.before(), likers, versions);
    }

    @Override
    public synchronized CompletionStage<Boolean> dropIfBehind(NoteId note, List<Long> versions) {
        endLoads(note);
        LikeSnapshot set = sets.get(note);
        boolean behind = false;
        for (int part = 0; set != null && !set.isTooLarge() && part < versions.size(); part++) {
            behind |= set.versions().get(part) < versions.get(part);
        }
        if (behind) {
            sets.remove(note);
        }
        return CompletableFuture.completedStage(behind);
    }
}
