package io.nightmarket.redis.lock;

import io.nightmarket.domain.lock.Claim;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Leases by scripts, and a line of those who wait. */
public final class RedisLeases implements LeaseStore {
    private static final LuaScript TAKE = LuaScript.load("take-lease-3");
    private static final LuaScript RENEW = LuaScript.load("renew-lease-1");
    private static final LuaScript RELEASE = LuaScript.load("release-lease-3");
    private static final Duration POLL = Duration.ofMillis(50);

    private final RedisLink link;
    private final Share share;

    public RedisLeases(RedisLink link, Share share) {
        this.link = link;
        this.share = share;
    }

    @Override
    public CompletionStage<Attempt> take(Claim claim) {
        List<String> arguments = new ArrayList<>(who(claim));
        arguments.add(Long.toString(claim.lease().toMillis()));
        arguments.add("0");
        return link.run(TAKE, keys(claim), arguments).thenApply(RedisLeases::attempt);
    }

    @Override
    public CompletionStage<Boolean> renew(Claim claim, int depth) {
        List<String> arguments =
                List.of(claim.holder(), Long.toString(claim.lease().toMillis()), Integer.toString(depth));
        return link.run(RENEW, List.of(RedisKeys.lock(name(claim))), arguments).thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<Boolean> release(Claim claim) {
        return link.run(RELEASE, keys(claim), who(claim)).thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<Listening> listen(Claim claim, News news) {
        return CompletableFuture.completedStage(() -> {});
    }

    private String name(Claim claim) {
        return share.kind() + ':' + claim.key();
    }

    private List<String> keys(Claim claim) {
        String name = name(claim);
        return List.of(RedisKeys.lock(name), RedisKeys.lockLine(name), RedisKeys.lockTokens(name));
    }

    private List<String> who(Claim claim) {
        return List.of(
                claim.key(), claim.holder(), Integer.toString(share.weight()), Integer.toString(share.units()), "-");
    }

    private static Attempt attempt(Reply reply) {
        List<Reply> parts = reply.parts();
        long token = parts.getFirst().number();
        return token > 0
                ? new Attempt.Granted(token)
                : new Attempt.Busy(min(POLL, Duration.ofMillis(parts.getLast().number())));
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
