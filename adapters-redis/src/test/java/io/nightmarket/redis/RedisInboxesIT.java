package io.nightmarket.redis;

import io.nightmarket.domain.contract.InboxesContract;
import io.nightmarket.domain.feed.Inboxes;
import io.nightmarket.redis.feed.RedisInboxes;
import java.util.Random;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisInboxesIT extends InboxesContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final Inboxes inboxes = new RedisInboxes(REDIS.link(), new Random(1));

    @Override
    protected Inboxes inboxes() {
        return inboxes;
    }
}
