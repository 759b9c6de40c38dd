package io.nightmarket.redis.id;

import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.LocalDate;
import java.util.concurrent.CompletionStage;

/** One counter a day. It is no better kept than its server: what that loses is leased again. */
public final class RedisIdCounter implements IdSegments {
    private final RedisLink link;

    public RedisIdCounter(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<Long> lease(LocalDate day, int size) {
        return link.send(Request.cmd(Command.INCRBY)
                        .arg(RedisKeys.idSequence(day))
                        .arg(size))
                .thenApply(last -> last.number() - size + 1);
    }
}
