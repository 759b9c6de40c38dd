package io.nightmarket.redis.lock;

import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Leases by scripts, with a queue of waiters that are woken by messages. */
public final class RedisLeases implements LeaseStore {
    private static final LuaScript TAKE = LuaScript.load("take-lease-5");
    private static final LuaScript RENEW = LuaScript.load("renew-lease-1");
    private static final LuaScript RELEASE = LuaScript.load("release-lease-5");

    private final RedisLink link;
    private final LockChannel channel;
    private final LockMode mode;
    private final String weight;
    private final String units;

    public RedisLeases(RedisLink link, LockChannel channel, LockMode mode) {
        this.link = link;
        this.channel = channel;
        this.mode = mode;
        this.weight = Integer.toString(mode.weight());
        this.units = Integer.toString(mode.units());
    }

    @Override
    public CompletionStage<Attempt> take(LeaseRequest request) {
        String name = name(request);
        String waitTimeout = Long.toString(ceilMillis(request.waitTimeout()));
        List<String> arguments =
                List.of(name, request.holder(), weight, units, channel.name(), millis(request.lease()), waitTimeout);
        return link.run(TAKE, keys(name), arguments).thenApply(RedisLeases::attempt);
    }

    @Override
    public CompletionStage<Boolean> renew(LeaseRequest request, int reentranceCount) {
        List<String> arguments = List.of(request.holder(), millis(request.lease()), Integer.toString(reentranceCount));
        return link.run(RENEW, List.of(RedisKeys.lock(name(request))), arguments)
                .thenApply(RedisLeases::isDone);
    }

    @Override
    public CompletionStage<Boolean> release(LeaseRequest request) {
        String name = name(request);
        List<String> arguments = List.of(name, request.holder(), weight, units, channel.name());
        return link.run(RELEASE, keys(name), arguments).thenApply(RedisLeases::isDone);
    }

    @Override
    public CompletionStage<Subscription> subscribe(LeaseRequest request, WakeUp wakeUp) {
        return channel.subscribe(name(request), request.holder(), wakeUp);
    }

    private String name(LeaseRequest request) {
        return mode.kind() + ':' + request.key();
    }

    static List<String> keys(String name) {
        return List.of(
                RedisKeys.lock(name),
                RedisKeys.lockQueue(name),
                RedisKeys.lockTokens(name),
                RedisKeys.lockSeen(name),
                RedisKeys.lockUnits(name));
    }

    private static String millis(Duration time) {
        return Long.toString(time.toMillis());
    }

    /** Less than a millisecond still counts as waiting. */
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
