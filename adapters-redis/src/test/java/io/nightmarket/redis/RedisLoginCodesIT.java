package io.nightmarket.redis;

import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.contract.LoginCodesContract;
import io.nightmarket.redis.account.RedisLoginCodes;
import io.nightmarket.redis.link.RedisKeys;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisLoginCodesIT extends LoginCodesContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    @Override
    protected LoginCodes codes(int perAddressAndHour) {
        return new RedisLoginCodes(REDIS.link(), perAddressAndHour);
    }

    /** Brings the ends of the keys so much nearer. */
    @Override
    protected void elapse(Duration time) {
        for (String key : List.of(RedisKeys.code(phone), RedisKeys.codePause(phone), RedisKeys.codeAskings(address))) {
            long left = REDIS.redis(Command.PTTL, key).number();
            if (left >= 0) {
                var _ = REDIS.redis(Command.PEXPIRE, key, Long.toString(left - time.toMillis()));
            }
        }
    }
}
