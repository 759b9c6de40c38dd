package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.checkin.CheckInBitmaps;
import io.nightmarket.domain.contract.CheckInBitmapsContract;
import io.nightmarket.domain.contract.FollowSetsContract;
import io.nightmarket.domain.contract.InboxesContract;
import io.nightmarket.domain.contract.LikeSetsContract;
import io.nightmarket.domain.contract.MarksContract;
import io.nightmarket.domain.feed.Inboxes;
import io.nightmarket.domain.follow.FollowSets;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.domain.follow.Follows.VersionChange;
import io.nightmarket.domain.node.Marks;
import io.nightmarket.domain.note.LikeSets;
import io.nightmarket.redis.checkin.RedisCheckInBitmaps;
import io.nightmarket.redis.feed.RedisInboxes;
import io.nightmarket.redis.follow.RedisFollowSets;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.node.RedisMarks;
import io.nightmarket.redis.note.RedisLikeSets;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sets of users on Redis, and the mark of a Redis. */
final class RedisSetsIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    @Nested
    final class OfFollowSets extends FollowSetsContract {
        private final FollowSets sets = new RedisFollowSets(REDIS.link(), new Random(1));

        @Override
        protected FollowSets sets() {
            return sets;
        }

        @Test
        void aChangeKeepsTheExpiry() {
            UserId user = new UserId(ThreadLocalRandom.current().nextLong(1L << 50, 1L << 52));
            load(new Version(user, 1), List.of());
            await(sets.change(user, new VersionChange(1, 2), new UserId(7), true));

            Request ttl = Request.cmd(Command.PTTL).arg(RedisKeys.follows(user));
            long left = await(REDIS.link().send(ttl)).number();
            assertTrue(left > 0 && left <= Duration.ofMinutes(66).toMillis(), () -> left + " ms");
        }
    }

    @Nested
    final class OfLikeSets extends LikeSetsContract {
        private final LikeSets sets = new RedisLikeSets(REDIS.link(), new Random(1));

        @Override
        protected LikeSets sets() {
            return sets;
        }
    }

    @Nested
    final class OfInboxes extends InboxesContract {
        private final Inboxes inboxes = new RedisInboxes(REDIS.link(), new Random(1));

        @Override
        protected Inboxes sets() {
            return inboxes;
        }

        /** It may have brought back what was there before, without what was pushed since. */
        @Test
        void anInboxWhoseLoadBeganOnAnotherServerCountsAsNotLoaded() {
            String other = "7i0123456789";
            Request ticket = Request.cmd(Command.SET)
                    .arg(RedisKeys.inbox(anyKey().follower()) + ":load")
                    .arg(other);
            var _ = await(REDIS.link().send(ticket));
            assertTrue(await(inboxes.store(anyKey(), other, anyContent())));
            assertFalse(isLoaded());
            load(anyKey(), anyContent());
            assertTrue(isLoaded());
        }
    }

    @Nested
    final class OfCheckInBitmaps extends CheckInBitmapsContract {
        private final CheckInBitmaps bitmaps = new RedisCheckInBitmaps(REDIS.link());

        @Override
        protected CheckInBitmaps bitmaps() {
            return bitmaps;
        }
    }

    @Nested
    final class OfMarks extends MarksContract {
        private final Marks marks = new RedisMarks(REDIS.link());

        @Override
        protected Marks marks() {
            return marks;
        }
    }
}
