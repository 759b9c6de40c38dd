package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.FollowSets;
import io.nightmarket.domain.follow.FollowSets.Common;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.domain.follow.Follows.VersionChange;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

public abstract class FollowSetsContract extends LoadedSetsContract<FollowSets, Version, List<UserId>> {
    private static final int MAX = 100;

    private final Version one = new Version(anyUser(), 7);
    private final Version other = new Version(anyUser(), 9);

    @Override
    protected Version anyKey() {
        return one;
    }

    @Override
    protected List<UserId> anyContent() {
        return users(1, 2);
    }

    @Override
    protected boolean isLoaded() {
        return await(sets().common(one, one, MAX)) instanceof Common.Found;
    }

    @Override
    protected void change() {
        await(sets().change(one.follower(), new VersionChange(6, 7), new UserId(2), true));
    }

    private static UserId anyUser() {
        return new UserId(ThreadLocalRandom.current().nextLong(1L << 50, 1L << 52));
    }

    private static List<UserId> users(long... ids) {
        return LongStream.of(ids).mapToObj(UserId::new).toList();
    }

    private Common common() {
        return await(sets().common(one, other, MAX));
    }

    private void store(Version version, long... ids) {
        load(version, users(ids));
    }

    @Test
    void aSetThatIsNotLoadedIsNotAnEmptyOne() {
        assertEquals(new Common.NotLoaded(List.of(one, other)), common());
        store(one, 1, 2);
        assertEquals(new Common.NotLoaded(List.of(other)), common());
        store(other);
        assertEquals(new Common.Found(List.of()), common());
        assertEquals(new Common.Found(users(1, 2)), await(sets().common(one, one, MAX)), "of one user the whole list");
    }

    @Test
    void thoseInBothAscending() {
        store(one, 3, 20, 100, 9_007_199_254_740_993L);
        store(other, 9_007_199_254_740_993L, 100, 20, 4);
        assertEquals(new Common.Found(users(20, 100, 9_007_199_254_740_993L)), common());
        assertEquals(new Common.Found(users(20, 100)), await(sets().common(one, other, 2)));
    }

    @Test
    void aSetOfAnotherVersionCountsAsNotLoaded() {
        store(one, 1);
        store(other, 1);
        Version later = new Version(one.follower(), 8);
        assertEquals(new Common.NotLoaded(List.of(later)), await(sets().common(later, other, MAX)));
        store(later, 2);
        assertEquals(new Common.NotLoaded(List.of(one)), common());
        assertEquals(new Common.Found(List.of()), await(sets().common(later, other, MAX)));
    }

    @Test
    void aChangeMakesTheNextVersion() {
        store(one, 1);
        store(other, 1, 2);
        await(sets().change(one.follower(), new VersionChange(7, 8), new UserId(2), true));
        Version second = new Version(one.follower(), 8);
        assertEquals(new Common.Found(users(1, 2)), await(sets().common(second, other, MAX)));
        await(sets().change(one.follower(), new VersionChange(8, 12), new UserId(1), false));
        Version third = new Version(one.follower(), 12);
        assertEquals(new Common.Found(users(2)), await(sets().common(third, other, MAX)));
    }

    @Test
    void changesOutOfOrderAreNotMade() {
        store(other, 1, 2);
        await(sets().change(one.follower(), new VersionChange(0, 7), new UserId(1), true));
        assertEquals(new Common.NotLoaded(List.of(one)), common(), "it is not loaded");
        store(one, 1);
        await(sets().change(one.follower(), new VersionChange(8, 9), new UserId(2), false));
        assertEquals(new Common.Found(users(1)), common());
        Version last = new Version(one.follower(), 9);
        assertEquals(new Common.NotLoaded(List.of(last)), await(sets().common(last, other, MAX)));
    }

    @Test
    void aLongListIsStoredWhole() {
        long[] ids = LongStream.rangeClosed(1, FollowSets.MAX_SIZE).toArray();
        store(one, ids);
        store(other, ids);
        assertEquals(new Common.Found(users(ids)), await(sets().common(one, other, ids.length)));
    }
}
