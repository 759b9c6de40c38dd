package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.PasswordTries;
import io.nightmarket.domain.account.Requester;
import io.nightmarket.domain.contract.PasswordTriesContract;
import io.nightmarket.redis.account.RedisLoginCodes;
import io.nightmarket.redis.account.RedisPasswordTries;
import io.nightmarket.redis.link.RedisKeys;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisPasswordTriesIT extends PasswordTriesContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

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
