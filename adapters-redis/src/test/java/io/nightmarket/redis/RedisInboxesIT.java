package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.InboxesContract;
import io.nightmarket.domain.feed.Inboxes;
import io.nightmarket.redis.feed.RedisInboxes;
import io.nightmarket.redis.link.RedisKeys;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisInboxesIT extends InboxesContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final Inboxes inboxes = new RedisInboxes(REDIS.link(), new Random(1));

    @Override
    protected Inboxes inboxes() {
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
