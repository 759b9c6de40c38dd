package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.domain.account.SessionStore.Lookup;
import io.nightmarket.domain.contract.SessionStoreContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.redis.account.RedisSessionStore;
import io.nightmarket.redis.link.RedisKeys;
import io.vertx.redis.client.Command;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisSessionStoreIT extends SessionStoreContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    @Override
    protected SessionStore store(SessionPolicy policy) {
        return new RedisSessionStore(REDIS.link(), policy);
    }

    @Override
    protected Instant now() {
        return Instant.now();
    }

    @Override
    protected void elapse(Duration time) {
        Stages.pause(time);
    }

    @Test
    void aDamagedSessionIsLeftToTheLedger() {
        SessionId id = SessionId.random(new SecureRandom());
        var _ = REDIS.redis(
                Command.HSET, RedisKeys.session(id), "user", "1", "role", "KING", "endsAt", "x", "lastSeen", "1");
        var _ = REDIS.redis(Command.PEXPIRE, RedisKeys.session(id), "60000");

        assertEquals(new Lookup.Missing(), await(store(SessionPolicy.DEFAULT).find(id)));
    }
}
