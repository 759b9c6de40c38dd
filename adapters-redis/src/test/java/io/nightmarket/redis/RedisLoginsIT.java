package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.PasswordTries;
import io.nightmarket.domain.account.Requester;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.domain.account.SessionStore.Lookup;
import io.nightmarket.domain.contract.PasswordTriesContract;
import io.nightmarket.domain.contract.SessionStoreContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.redis.account.RedisLoginCodes;
import io.nightmarket.redis.account.RedisPasswordTries;
import io.nightmarket.redis.account.RedisSessionStore;
import io.nightmarket.redis.link.RedisKeys;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tries of passwords, and sessions, on Redis. */
final class RedisLoginsIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    @Nested
    final class OfPasswordTries extends PasswordTriesContract {
        private final PasswordTries tries = new RedisPasswordTries(REDIS.link(), Clock.systemUTC());
        private final LoginCodes codes = new RedisLoginCodes(REDIS.link(), 0, Clock.systemUTC());

        @Override
        protected PasswordTries tries() {
            return tries;
        }

        @Override
        protected void recognize(Requester requester) {
            await(codes.recognize(requester));
        }

        /** Redis has its own clock; what a pause leaves behind is that its key is gone. */
        @Override
        protected void passPause(Requester requester, Duration pause) {
            for (String budget : new String[] {"strangers", requester.address()}) {
                var _ = await(REDIS.link()
                        .send(Request.cmd(Command.DEL).arg(RedisKeys.passwordPause(requester.phone(), budget))));
            }
        }
    }

    @Nested
    final class OfSessionStore extends SessionStoreContract {
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

            assertEquals(
                    new Lookup.Missing(), await(store(SessionPolicy.DEFAULT).find(id)));
        }
    }
}
