package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.FollowSets;
import io.nightmarket.domain.follow.FollowSets.Version;
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

public final class InMemoryFollowSets extends InMemoryLoadedSets<Version, List<UserId>> implements FollowSets {
    private static final class Copy {
        final TreeSet<UserId> users = new TreeSet<>(Comparator.comparingLong(UserId::value));
        long version;

        Copy(long version, Collection<UserId> users) {
            this.version = version;
            this.users.addAll(users);
        }
    }

    private final Map<UserId, Copy> copies = new HashMap<>();

    @Override
    public synchronized void loseAll() {
        super.loseAll();
        copies.clear();
    }

    @Override
    Object loaded(Version list) {
        return list.follower();
    }

    @Override
    boolean isKept(Version list) {
        return find(list).isPresent();
    }

    @Override
    void keep(Version list, List<UserId> followed) {
        copies.put(list.follower(), new Copy(list.number(), followed));
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
    public synchronized CompletionStage<Void> change(
            UserId follower, VersionChange versions, UserId followed, boolean isFollowed) {
        Version before = new Version(follower, versions.before());
        endLoads(before);
        find(before).ifPresent(copy -> {
            copy.version = versions.after();
            var _ = isFollowed ? copy.users.add(followed) : copy.users.remove(followed);
        });
        return CompletableFuture.completedStage(null);
    }
}
