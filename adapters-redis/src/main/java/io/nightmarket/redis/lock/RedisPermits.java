package io.nightmarket.redis.lock;

import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.PermitStore;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Semaphores: leases that take several units, of a number that is kept with the key once it was changed. */
public final class RedisPermits implements PermitStore {
    private static final LuaScript CHANGE = LuaScript.load("change-permits-5");
    private static final LuaScript COUNT = LuaScript.load("count-permits-2");

    private final RedisLink link;
    private final LockChannel channel;
    private final int total;

    /** @param total permits of a key until the number is changed */
    public RedisPermits(RedisLink link, LockChannel channel, int total) {
        this.link = link;
        this.channel = channel;
        this.total = total;
    }

    @Override
    public LeaseStore leases(int permits) {
        return new RedisLeases(link, channel, LockMode.permits(permits, total));
    }

    @Override
    public CompletionStage<Permits> count(String key) {
        String name = name(key);
        return link.run(
                        COUNT,
                        List.of(RedisKeys.lock(name), RedisKeys.lockUnits(name)),
                        List.of(Integer.toString(total)))
                .thenApply(RedisPermits::permits);
    }

    @Override
    public CompletionStage<Void> change(String key, int next) {
        String name = name(key);
        return link.run(CHANGE, RedisLeases.keys(name), List.of(Integer.toString(next), name))
                .thenAccept(_ -> {});
    }

    private static String name(String key) {
        return LockMode.PERMITS + ':' + key;
    }

    private static Permits permits(Reply reply) {
        int units = (int) reply.parts().getFirst().number();
        return new Permits(units, units - (int) reply.parts().getLast().number());
    }
}
