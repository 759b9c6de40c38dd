package io.nightmarket.redis.account;

import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Login codes as hashes that expire. The askings of an address are counted first and by themselves, also those that
 * are refused then: address and phone may lie on different servers of a cluster.
 */
public final class RedisLoginCodes implements LoginCodes {
    private static final LuaScript COUNT = LuaScript.load("count-asking-1");
    private static final LuaScript ISSUE = LuaScript.load("issue-code-2");
    private static final LuaScript WITHDRAW = LuaScript.load("withdraw-code-2");
    private static final LuaScript REDEEM = LuaScript.load("redeem-code-1");
    private static final Duration WINDOW = Duration.ofHours(1);

    private final RedisLink link;
    private final int perAddressAndHour;

    /** @param perAddressAndHour the most requests of one address in an hour; 0 means any number */
    public RedisLoginCodes(RedisLink link, int perAddressAndHour) {
        this.link = link;
        this.perAddressAndHour = perAddressAndHour;
    }

    @Override
    public CompletionStage<Issue> issue(PhoneNumber phone, String digest, String address) {
        return count(address).thenCompose(counted -> switch (counted) {
            case Issue.Issued _ ->
                link.run(ISSUE, keys(phone), List.of(digest, millis(LIFETIME), millis(PAUSE)))
                        .thenApply(RedisLoginCodes::issue);
            case Issue.TooSoon tooSoon -> CompletableFuture.completedStage(tooSoon);
        });
    }

    private CompletionStage<Issue> count(String address) {
        if (perAddressAndHour == 0) {
            return CompletableFuture.completedStage(new Issue.Issued());
        }
        List<String> arguments = List.of(Integer.toString(perAddressAndHour), millis(WINDOW));
        return link.run(COUNT, List.of(RedisKeys.codeAskings(address)), arguments)
                .thenApply(RedisLoginCodes::issue);
    }

    private static Issue issue(Reply millisToWait) {
        long millis = millisToWait.number();
        return millis == 0 ? new Issue.Issued() : new Issue.TooSoon(Duration.ofMillis(millis));
    }

    @Override
    public CompletionStage<Void> withdraw(PhoneNumber phone, String digest) {
        return link.run(WITHDRAW, keys(phone), List.of(digest)).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Boolean> redeem(PhoneNumber phone, String digest) {
        return link.run(REDEEM, List.of(RedisKeys.code(phone)), List.of(digest, Integer.toString(MAX_TRIES)))
                .thenApply(reply -> reply.number() == 1);
    }

    private static List<String> keys(PhoneNumber phone) {
        return List.of(RedisKeys.code(phone), RedisKeys.codePause(phone));
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
