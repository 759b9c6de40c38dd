package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.domain.follow.Follows;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Who follows whom, in the memory of a test. */
public final class InMemoryFollows implements Follows {
    private record Row(UserId follower, UserId followed) {}

    private final Predicate<UserId> exists;
    private final TreeMap<Long, Row> rows = new TreeMap<>();
    private final Map<UserId, Long> versions = new HashMap<>();
    private long number;

    /** @param exists whether there is such a user */
    public InMemoryFollows(Predicate<UserId> exists) {
        this.exists = exists;
    }

    private synchronized <T> CompletionStage<T> call(Supplier<T> work) {
        return CompletableFuture.completedStage(work.get());
    }

    private long version(UserId follower) {
        return versions.getOrDefault(follower, FIRST_VERSION);
    }

    private VersionChange change(UserId follower) {
        long before = version(follower);
        versions.put(follower, before + 1);
        return new VersionChange(before, before + 1);
    }

    private Stream<UserId> followedBy(UserId follower) {
        return rows.values().stream()
                .filter(row -> row.follower.equals(follower))
                .map(Row::followed)
                .sorted(Comparator.comparingLong(UserId::value));
    }

    @Override
    public CompletionStage<Outcome> follow(UserId follower, UserId followed, int max) {
        return call(() -> {
            Row row = new Row(follower, followed);
            if (rows.containsValue(row)) {
                return new Outcome.AlreadyFollowed();
            } else if (!exists.test(followed)) {
                return new Outcome.UnknownUser();
            } else if (followedBy(follower).count() >= max) {
                return new Outcome.TooMany();
            }
            rows.put(++number, row);
            return new Outcome.Followed(change(follower));
        });
    }

    @Override
    public CompletionStage<Optional<VersionChange>> unfollow(UserId follower, UserId followed) {
        return call(() ->
                rows.values().remove(new Row(follower, followed)) ? Optional.of(change(follower)) : Optional.empty());
    }

    @Override
    public CompletionStage<Boolean> isFollowing(UserId follower, UserId followed) {
        return call(() -> rows.containsValue(new Row(follower, followed)));
    }

    @Override
    public CompletionStage<Versions> versions(UserId one, UserId other) {
        return call(() -> new Versions(version(one), version(other)));
    }

    @Override
    public CompletionStage<Snapshot> snapshot(UserId follower, int max) {
        return call(() -> new Snapshot(
                version(follower),
                followedBy(follower).limit(max).toList(),
                followedBy(follower).count() <= max));
    }

    @Override
    public CompletionStage<List<UserId>> common(UserId one, UserId other, int max) {
        return call(() -> {
            List<UserId> others = followedBy(other).toList();
            return followedBy(one).filter(others::contains).limit(max).toList();
        });
    }

    @Override
    public CompletionStage<List<Entry>> followed(UserId follower, OptionalLong before, int max) {
        return call(() -> entries(
                rows.headMap(before.orElse(Long.MAX_VALUE), false).descendingMap(),
                row -> row.follower.equals(follower),
                Row::followed,
                max));
    }

    @Override
    public CompletionStage<List<Entry>> followers(UserId followed, OptionalLong before, int max) {
        return call(() -> entries(
                rows.headMap(before.orElse(Long.MAX_VALUE), false).descendingMap(),
                row -> row.followed.equals(followed),
                Row::follower,
                max));
    }

    @Override
    public CompletionStage<List<Follower>> followersAfter(UserId followed, long after, int max) {
        return call(() ->
                entries(rows.tailMap(after, false), row -> row.followed.equals(followed), Row::follower, max).stream()
                        .map(entry -> new Follower(entry.number(), new Version(entry.user(), version(entry.user()))))
                        .toList());
    }

    private static List<Entry> entries(
            Map<Long, Row> rows, Predicate<Row> condition, Function<Row, UserId> user, int max) {
        return rows.entrySet().stream()
                .filter(entry -> condition.test(entry.getValue()))
                .limit(max)
                .map(entry -> new Entry(entry.getKey(), user.apply(entry.getValue())))
                .toList();
    }

    @Override
    public CompletionStage<Integer> countFollowers(UserId followed) {
        return call(() -> (int) rows.values().stream()
                .filter(row -> row.followed.equals(followed))
                .count());
    }

    @Override
    public CompletionStage<Integer> countFollowed(UserId follower) {
        return call(() -> (int) followedBy(follower).count());
    }
}
