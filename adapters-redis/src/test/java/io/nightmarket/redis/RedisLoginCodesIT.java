package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.ChallengeId;
import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.Permit;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Requester;
import io.nightmarket.domain.contract.LoginCodesContract;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.redis.account.RedisLoginCodes;
import io.nightmarket.redis.link.RedisKeys;
import io.vertx.redis.client.Command;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisLoginCodesIT extends LoginCodesContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final ManualClock clock = new ManualClock(Instant.now());

    @Override
    protected LoginCodes codes(int perAddressAndHour) {
        return new RedisLoginCodes(REDIS.link(), perAddressAndHour, clock);
    }

    /** Brings the ends of the keys nearer. */
    @Override
    protected void elapse(Duration time) {
        clock.advance(time);
        List<String> keys = new ArrayList<>(List.of(RedisKeys.codeAskings(address)));
        REDIS.redis(Command.KEYS, "nm:code:{" + phone.value() + "}:*").parts().forEach(key -> keys.add(key.text()));
        for (String key : keys) {
            long left = REDIS.redis(Command.PTTL, key).number();
            if (left >= 0) {
                var _ = REDIS.redis(Command.PEXPIRE, key, Long.toString(left - time.toMillis()));
            }
        }
    }

    @Test
    void aRefusalWritesNothing() {
        LoginCodes limited = codes(1);
        Requester requester = new Requester(phone, address);
        ChallengeId challenge = ChallengeId.random(new SecureRandom());
        assertEquals(new Permit.Granted(), await(limited.issue(requester, challenge, "digest")));
        Map<String, String> before = written();

        assertInstanceOf(Permit.TooSoon.class, await(limited.issue(requester, challenge, "another")));
        assertInstanceOf(
                Permit.TooSoon.class,
                await(limited.issue(new Requester(new PhoneNumber("13812345678"), address), challenge, "another")));

        assertEquals(before, written());
    }

    /** All keys of the phones and of the address, with what they hold. */
    private Map<String, String> written() {
        Map<String, String> held = new TreeMap<>();
        for (String pattern : List.of(
                "nm:code:{" + phone.value() + "}:*", "nm:code:{13812345678}:*", RedisKeys.codeAskings(address))) {
            REDIS.redis(Command.KEYS, pattern)
                    .parts()
                    .forEach(key -> held.put(
                            key.text(), REDIS.redis(Command.DUMP, key.text()).text()));
        }
        return held;
    }
}
