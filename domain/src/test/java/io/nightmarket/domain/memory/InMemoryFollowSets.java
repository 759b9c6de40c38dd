package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.FollowSets;
import io.nightmarket.domain.follow.Follows.VersionChange;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Sets of followed users in the memory of a test. */
public final class InMemoryFollowSets implements FollowSets {
    private static final class Copy {
        final TreeSet<UserId> users = new TreeSet<>(Comparator.comparingLong(UserId::value));
        long version;

        Copy(long version, Collection<UserId> users) {
            this.version = version;
            this.users.addAll(users);
        }
    }

    private final Map<UserId, Copy> copies = new HashMap<>();

    /** What an emptied Redis knows. */
    public synchronized void loseAll() {
        copies.clear();
    }

    private Optional<Copy> find(Version version) {
        return Optional.ofNullable(copies.get(version.follower())).filter(copy -> copy.version == version.number());
    }

    @Override
    public synchronized CompletionStage<Common> common(Version one, Version other, int max) {
        Optional<Copy> first = find(one);
        Optional<Copy> second = find(other);
        return CompletableFuture.completedStage(
                first.isPresent() && second.isPresent()
                        ? new Common.Found(first.get().users.stream()
                                .filter(second.get().users::contains)
                                .limit(max)
                                .toList())
                        : new Common.NotLoaded(Stream.of(one, other)
                                .filter(each -> find(each).isEmpty())
                                .toList()));
    }

    @Override
    public synchronized CompletionStage<Void> store(Version version, List<UserId> followed) {
        copies.put(version.follower(), new Copy(version.number(), followed));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Void> change(
            UserId follower, VersionChange versions, UserId followed, boolean isFollowed) {
        find(new Version(follower, versions.before())).ifPresent(copy -> {
            copy.version = versions.after();
            var _ = isFollowed ? copy.users.add(followed) : copy.users.remove(followed);
        });
        return CompletableFuture.completedStage(null);
    }
}
