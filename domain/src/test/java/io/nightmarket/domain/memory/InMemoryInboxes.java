package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.Inboxes;
import io.nightmarket.domain.feed.Inboxes.Loaded;
import io.nightmarket.domain.follow.FollowSets.Version;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;

public final class InMemoryInboxes extends InMemoryLoadedSets<Version, Loaded> implements Inboxes {
    private static final class Inbox {
        final Version version;
        final TreeSet<FeedPlace> notes;
        final Set<UserId> pulled;
        final Set<UserId> followed;
        boolean areAll;

        Inbox(Version version, Loaded loaded) {
            this.version = version;
            this.notes = new TreeSet<>(loaded.newest());
            this.pulled = new HashSet<>(loaded.pulled());
            this.followed = Set.copyOf(loaded.followed());
            this.areAll = loaded.areAll();
        }

        void add(FeedPlace note) {
            if (areAll || (!notes.isEmpty() && note.compareTo(notes.last()) < 0)) {
                notes.add(note);
            }
            while (notes.size() > MAX_NOTES) {
                var _ = notes.pollLast();
                areAll = false;
            }
        }
    }

    private final Map<UserId, Inbox> inboxes = new HashMap<>();

    @Override
    public synchronized void loseAll() {
        super.loseAll();
        inboxes.clear();
    }

    @Override
    Object loaded(Version inbox) {
        return inbox.follower();
    }

    @Override
    void keep(Version inbox, Loaded loaded) {
        inboxes.put(inbox.follower(), new Inbox(inbox, loaded));
    }

    private Optional<Inbox> find(Version version) {
        return Optional.ofNullable(inboxes.get(version.follower())).filter(inbox -> inbox.version.equals(version));
    }

    @Override
    public synchronized CompletionStage<Optional<Contents>> read(
            Version version, FeedPlace place, int max, List<UserId> authors) {
        return CompletableFuture.completedStage(find(version).map(inbox -> {
            List<FeedPlace> places =
                    inbox.notes.tailSet(place, false).stream().limit(max).toList();
            return new Contents(
                    places,
                    places.size() == max || inbox.areAll,
                    List.copyOf(inbox.pulled),
                    authors.stream().filter(inbox.followed::contains).collect(Collectors.toSet()));
        }));
    }

    @Override
    public CompletionStage<Void> push(List<Version> versions, FeedPlace note) {
        return change(versions, inbox -> inbox.add(note));
    }

    @Override
    public CompletionStage<Void> pushPulled(List<Version> versions, UserId author) {
        return change(versions, inbox -> inbox.pulled.add(author));
    }

    private synchronized CompletionStage<Void> change(List<Version> versions, Consumer<Inbox> change) {
        for (Version version : versions) {
            endLoads(version);
            find(version).ifPresent(change);
        }
        return CompletableFuture.completedStage(null);
    }
}
