package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.follow.Follows.Entry;
import io.nightmarket.domain.follow.Follows.Follower;
import io.nightmarket.domain.follow.Follows.Outcome;
import io.nightmarket.domain.follow.Follows.Snapshot;
import io.nightmarket.domain.follow.Follows.VersionChange;
import io.nightmarket.domain.follow.Follows.Versions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

public abstract class FollowsContract {
    private static final int MAX = 10;

    protected abstract Follows follows();

    /** A user that no other test has. */
    protected abstract UserId newUser();

    private List<UserId> newUsers(int count) {
        List<UserId> users = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            users.add(newUser());
        }
        users.sort(Comparator.comparingLong(UserId::value));
        return users;
    }

    private VersionChange follow(UserId follower, UserId followed) {
        return assertInstanceOf(Outcome.Followed.class, await(follows().follow(follower, followed, MAX)))
                .versions();
    }

    private void followAll(UserId follower, List<UserId> followed) {
        followed.forEach(user -> assertTrue(follow(follower, user).after() > 0));
    }

    private void allFollow(List<UserId> followers, UserId followed) {
        followers.forEach(user -> assertTrue(follow(user, followed).after() > 0));
    }

    private static List<UserId> users(List<Entry> entries) {
        return entries.stream().map(Entry::user).toList();
    }

    @Test
    void followingTwiceIsFollowingOnce() {
        UserId follower = newUser();
        UserId followed = newUser();
        assertFalse(await(follows().isFollowing(follower, followed)));
        assertEquals(new Outcome.UnknownUser(), await(follows().follow(follower, new UserId(Long.MAX_VALUE), MAX)));
        assertEquals(0, await(follows().countFollowed(follower)));
        VersionChange versions = follow(follower, followed);
        assertEquals(Follows.FIRST_VERSION, versions.before());
        assertEquals(new Outcome.AlreadyFollowed(), await(follows().follow(follower, followed, MAX)));
        assertTrue(await(follows().isFollowing(follower, followed)));
        assertFalse(await(follows().isFollowing(followed, follower)));
        assertEquals(1, await(follows().countFollowed(follower)));
        assertEquals(1, await(follows().countFollowers(followed)));
        assertEquals(new Versions(versions.after(), 0), await(follows().versions(follower, followed)));
    }

    @Test
    void concurrentRequestsFollowOnce() {
        UserId follower = newUser();
        UserId followed = newUser();
        List<Outcome> outcomes = Stages.atOnce(8, _ -> follows().follow(follower, followed, MAX));
        assertEquals(1, Stages.count(Outcome.Followed.class, outcomes));
        assertEquals(1, await(follows().countFollowers(followed)));
    }

    @Test
    void unfollowingEndsItAndMayBeRepeated() {
        UserId follower = newUser();
        UserId followed = newUser();
        assertEquals(Optional.empty(), await(follows().unfollow(follower, followed)));
        VersionChange first = follow(follower, followed);
        VersionChange second = await(follows().unfollow(follower, followed)).orElseThrow();
        assertEquals(first.after(), second.before());
        assertTrue(second.after() > second.before());
        assertEquals(Optional.empty(), await(follows().unfollow(follower, followed)));
        assertFalse(await(follows().isFollowing(follower, followed)));
        assertEquals(
                new Snapshot(second.after(), List.of(), true), await(follows().snapshot(follower, MAX)));
        assertTrue(follow(follower, followed).after() > second.after(), "no version is given twice");
    }

    @Test
    void concurrentRequestsDoNotPassTheLimit() {
        UserId follower = newUser();
        List<UserId> others = newUsers(8);
        List<Outcome> outcomes = Stages.atOnce(8, i -> follows().follow(follower, others.get(i), 3));
        assertEquals(5, outcomes.stream().filter(new Outcome.TooMany()::equals).count());
        assertEquals(3, await(follows().countFollowed(follower)));
        UserId one = await(follows().snapshot(follower, MAX)).followed().getFirst();
        assertEquals(new Outcome.AlreadyFollowed(), await(follows().follow(follower, one, 3)));
    }

    @Test
    void aSnapshotHasAllInOneVersion() {
        UserId follower = newUser();
        List<UserId> others = newUsers(3);
        var _ = follow(follower, others.get(2));
        var _ = follow(follower, others.get(0));
        long version = follow(follower, others.get(1)).after();
        assertEquals(new Snapshot(version, others, true), await(follows().snapshot(follower, 3)));
        assertEquals(
                new Snapshot(version, others.subList(0, 2), false),
                await(follows().snapshot(follower, 2)));
    }

    @Test
    void thoseWhomBothFollow() {
        UserId one = newUser();
        UserId other = newUser();
        List<UserId> users = newUsers(4);
        followAll(one, users.subList(0, 3));
        followAll(other, users.subList(1, 4));
        assertEquals(users.subList(1, 3), await(follows().common(one, other, MAX)));
        assertEquals(users.subList(1, 2), await(follows().common(one, other, 1)));
        assertEquals(List.of(), await(follows().common(one, newUser(), MAX)));
    }

    @Test
    void listsArePagedTheLatestFirst() {
        UserId user = newUser();
        List<UserId> others = newUsers(3);
        followAll(user, others);
        allFollow(others, user);

        List<Entry> followed = await(follows().followed(user, OptionalLong.empty(), 2));
        assertEquals(List.of(others.get(2), others.get(1)), users(followed));
        OptionalLong seam = OptionalLong.of(followed.getLast().number());
        assertEquals(List.of(others.get(0)), users(await(follows().followed(user, seam, 2))));

        List<Entry> followers = await(follows().followers(user, OptionalLong.empty(), 2));
        assertEquals(List.of(others.get(2), others.get(1)), users(followers));
        OptionalLong next = OptionalLong.of(followers.getLast().number());
        assertEquals(List.of(others.get(0)), users(await(follows().followers(user, next, 2))));
    }

    @Test
    void allFollowersAreWalkedByNumber() {
        UserId user = newUser();
        List<UserId> others = newUsers(3);
        allFollow(others, user);
        List<Follower> first = await(follows().followersAfter(user, 0, 2));
        assertEquals(
                lists(others.subList(0, 2)), first.stream().map(Follower::list).toList());
        List<Follower> last =
                await(follows().followersAfter(user, first.getLast().number(), 2));
        assertEquals(
                lists(others.subList(2, 3)), last.stream().map(Follower::list).toList());
    }

    private List<Version> lists(List<UserId> followers) {
        return followers.stream()
                .map(follower -> new Version(
                        follower, await(follows().versions(follower, follower)).one()))
                .toList();
    }
}
