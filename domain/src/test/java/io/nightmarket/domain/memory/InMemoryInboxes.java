package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.Inboxes;
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
import org.jspecify.annotations.Nullable;

/** Inboxes in the memory of a test. */
public final class InMemoryInboxes implements Inboxes {
    private static final class Inbox {
        final Version version;
        final TreeSet<FeedPlace> notes = new TreeSet<>();
        final Set<UserId> pulled = new HashSet<>();
        final Set<UserId> followed = new HashSet<>();

        @Nullable
        String load;

        boolean areAll;

        Inbox(Version version, String load) {
            this.version = version;
            this.load = load;
        }

        void add(FeedPlace note) {
            if (load != null || areAll || note.compareTo(notes.last()) < 0) {
                notes.add(note);
            }
            trim();
        }

        void trim() {
            while (load == null && notes.size() > MAX_NOTES) {
                var _ = notes.pollLast();
                areAll = false;
            }
        }
    }

    private final Map<UserId, Inbox> inboxes = new HashMap<>();

    /** What an emptied Redis knows. */
    public synchronized void loseAll() {
        inboxes.clear();
    }

    private Optional<Inbox> find(Version version) {
        return Optional.ofNullable(inboxes.get(version.follower())).filter(inbox -> inbox.version.equals(version));
    }

    @Override
    public synchronized CompletionStage<Optional<Contents>> read(
            Version version, FeedPlace place, int max, List<UserId> authors) {
        return CompletableFuture.completedStage(find(version)
                .filter(inbox -> inbox.load == null)
                .map(inbox -> {
                    List<FeedPlace> places = inbox.notes.tailSet(place, false).stream()
                            .limit(max)
                            .toList();
                    return new Contents(
                            places,
                            places.size() == max || inbox.areAll,
                            List.copyOf(inbox.pulled),
                            authors.stream().filter(inbox.followed::contains).collect(Collectors.toSet()));
                }));
    }

    @Override
    public synchronized CompletionStage<Boolean> beginLoad(Version version, String load) {
        if (find(version).isPresent()) {
            return CompletableFuture.completedStage(false);
        }
        inboxes.put(version.follower(), new Inbox(version, load));
        return CompletableFuture.completedStage(true);
    }

    @Override
    public synchronized CompletionStage<Boolean> store(Version version, String load, Loaded loaded) {
        Optional<Inbox> found = find(version).filter(inbox -> load.equals(inbox.load));
        found.ifPresent(inbox -> {
            if (!loaded.areAll()) {
                inbox.notes.tailSet(loaded.newest().getLast(), false).clear();
            }
            inbox.notes.addAll(loaded.newest());
            inbox.pulled.addAll(loaded.pulled());
            inbox.followed.addAll(loaded.followed());
            inbox.areAll = loaded.areAll();
            inbox.load = null;
            inbox.trim();
        });
        return CompletableFuture.completedStage(found.isPresent());
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
        versions.forEach(version -> find(version).ifPresent(change));
        return CompletableFuture.completedStage(null);
    }
}
