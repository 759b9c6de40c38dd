package io.nightmarket.redis.lock;

import io.nightmarket.domain.lock.Claim;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Leases by scripts, and a queue of those who wait, who are called by messages. */
public final class RedisLeases implements LeaseStore {
    private static final LuaScript TAKE = LuaScript.load("take-lease-5");
    private static final LuaScript RENEW = LuaScript.load("renew-lease-1");
    private static final LuaScript RELEASE = LuaScript.load("release-lease-5");

    private final RedisLink link;
    private final LockChannel channel;
    private final Share share;
    private final String weight;
    private final String units;

    public RedisLeases(RedisLink link, LockChannel channel, Share share) {
        this.link = link;
        this.channel = channel;
        this.share = share;
        this.weight = Integer.toString(share.weight());
        this.units = Integer.toString(share.units());
    }

    @Override
    public CompletionStage<Attempt> take(Claim claim) {
        String name = name(claim);
        String patience = Long.toString(ceilMillis(claim.patience()));
        List<String> arguments =
                List.of(name, claim.holder(), weight, units, channel.name(), millis(claim.lease()), patience);
        return link.run(TAKE, keys(name), arguments).thenApply(RedisLeases::attempt);
    }

    @Override
    public CompletionStage<Boolean> renew(Claim claim, int depth) {
        List<String> arguments = List.of(claim.holder(), millis(claim.lease()), Integer.toString(depth));
        return link.run(RENEW, List.of(RedisKeys.lock(name(claim))), arguments).thenApply(RedisLeases::isDone);
    }

    @Override
    public CompletionStage<Boolean> release(Claim claim) {
        String name = name(claim);
        List<String> arguments = List.of(name, claim.holder(), weight, units, channel.name());
        return link.run(RELEASE, keys(name), arguments).thenApply(RedisLeases::isDone);
    }

    @Override
    public CompletionStage<Listening> listen(Claim claim, News news) {
        return channel.listen(name(claim), claim.holder(), news);
    }

    private String name(Claim claim) {
        return share.kind() + ':' + claim.key();
    }

    static List<String> keys(String name) {
        return List.of(
                RedisKeys.lock(name),
                RedisKeys.lockLine(name),
                RedisKeys.lockTokens(name),
                RedisKeys.lockSeen(name),
                RedisKeys.lockUnits(name));
    }

    private static String millis(Duration time) {
        return Long.toString(time.toMillis());
    }

    /** A little patience is still patience. */
    private static long ceilMillis(Duration time) {
        return time.plusNanos(999_999).toMillis();
    }

    private static boolean isDone(Reply reply) {
        return reply.number() == 1;
    }

    private static Attempt attempt(Reply reply) {
        List<Reply> parts = reply.parts();
        long token = parts.getFirst().number();
        Duration time = Duration.ofMillis(parts.getLast().number());
        return token > 0 ? new Attempt.Granted(token, time) : new Attempt.Busy(time);
    }
}
