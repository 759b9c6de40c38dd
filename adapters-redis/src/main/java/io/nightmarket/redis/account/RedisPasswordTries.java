package io.nightmarket.redis.account;

import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.PasswordTries;
import io.nightmarket.domain.account.Permit;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Requester;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Tries of passwords in counters that expire. The addresses that a phone logged in from are those of {@link RedisLoginCodes}. */
public final class RedisPasswordTries implements PasswordTries {
    private static final LuaScript TRY = LuaScript.load("try-password-5");
    private static final LuaScript FORGET = LuaScript.load("forget-password-4");

    private final RedisLink link;
    private final Clock clock;

    public RedisPasswordTries(RedisLink link, Clock clock) {
        this.link = link;
        this.clock = clock;
    }

    @Override
    public CompletionStage<Permit> begin(Requester requester) {
        List<String> keys = new ArrayList<>(List.of(RedisKeys.knownAddresses(requester.phone())));
        keys.addAll(counters(requester));
        List<String> arguments = List.of(
                requester.address(),
                Long.toString(clock.millis() - LoginCodes.KNOWN_TIME.toMillis()),
                Integer.toString(FREE),
                Long.toString(PAUSE.toMillis()),
                Long.toString(MAX_PAUSE.toMillis()),
                Long.toString(MEMORY.toMillis()));
        return link.run(TRY, keys, arguments).thenApply(RedisLoginCodes::permit);
    }

    private static List<String> counters(Requester requester) {
        PhoneNumber phone = requester.phone();
        return List.of(
                RedisKeys.passwordPause(phone, RedisLoginCodes.STRANGERS),
                RedisKeys.passwordTries(phone, RedisLoginCodes.STRANGERS),
                RedisKeys.passwordPause(phone, requester.address()),
                RedisKeys.passwordTries(phone, requester.address()));
    }

    @Override
    public CompletionStage<Void> forget(Requester requester) {
        return link.run(FORGET, counters(requester), List.of()).thenAccept(_ -> {});
    }
}
