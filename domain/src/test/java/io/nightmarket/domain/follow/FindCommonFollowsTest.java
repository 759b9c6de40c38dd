package io.nightmarket.domain.follow;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.InMemoryFollowSets;
import io.nightmarket.domain.memory.InMemoryFollows;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.simulation.Changed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FindCommonFollowsTest {
    private static final UserId ONE = new UserId(1);
    private static final UserId OTHER = new UserId(2);
    private static final UserId THIRD = new UserId(3);
    private static final UserId FOURTH = new UserId(4);

    private final InMemoryFollows follows = new InMemoryFollows(_ -> true);
    private final InMemoryFollowSets sets = new InMemoryFollowSets();

    private static FollowUsers following(Follows follows, FollowSets sets) {
        return new FollowUsers(follows, sets, 10, (_, _) -> {});
    }

    private void follow(UserId follower, UserId followed) {
        assertEquals(FollowUsers.Outcome.DONE, await(following(follows, sets).follow(follower, followed)));
    }

    private FindCommonFollows finding(FollowSets which) {
        return new FindCommonFollows(follows, which, (_, _) -> {}, new ManualTimers(), new Random(1));
    }

    private List<UserId> common() {
        return await(finding(sets).find(ONE, OTHER));
    }

    @Test
    void eachChangeIsSeenAtOnce() {
        assertEquals(List.of(), common());
        follow(ONE, THIRD);
        follow(OTHER, THIRD);
        assertEquals(List.of(THIRD), common());
        follow(ONE, FOURTH);
        follow(OTHER, FOURTH);
        assertEquals(List.of(THIRD, FOURTH), common());
        assertEquals(FollowUsers.Outcome.DONE, await(following(follows, sets).unfollow(ONE, THIRD)));
        assertEquals(List.of(FOURTH), common());
    }

    @Test
    void setsThatWereLostAreLoaded() {
        follow(ONE, THIRD);
        follow(OTHER, THIRD);
        assertEquals(List.of(THIRD), common());
        sets.loseAll();
        assertEquals(List.of(THIRD), common());
    }

    /** The set keeps an older version, as after a call to Redis that got lost. */
    @Test
    void aChangeThatMissedItsSetIsSeen() {
        follow(ONE, THIRD);
        follow(OTHER, THIRD);
        assertEquals(List.of(THIRD), common());
        assertEquals(
                FollowUsers.Outcome.DONE,
                await(following(follows, Changed.away(FollowSets.class)).unfollow(ONE, THIRD)));
        assertEquals(List.of(), common());
    }

    @Test
    void withoutSetsTheDatabaseAnswers() {
        follow(ONE, THIRD);
        follow(OTHER, THIRD);
        assertEquals(
                List.of(THIRD), await(finding(Changed.away(FollowSets.class)).find(ONE, OTHER)));
    }

    @Test
    void ofOnlyOneMayBeFollowedNobodyFollowsThemselves() {
        assertEquals(FollowUsers.Outcome.SELF, await(following(follows, sets).follow(ONE, ONE)));
        FollowUsers atMostOne = new FollowUsers(follows, sets, 1, (_, _) -> {});
        assertEquals(FollowUsers.Outcome.DONE, await(atMostOne.follow(ONE, THIRD)));
        assertEquals(FollowUsers.Outcome.TOO_MANY, await(atMostOne.follow(ONE, FOURTH)));
    }
}
