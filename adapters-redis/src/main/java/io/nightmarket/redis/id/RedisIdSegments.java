package io.nightmarket.redis.id;

import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.LocalDate;
import java.util.concurrent.CompletionStage;

/** One counter a day. */
public final class RedisIdSegments implements IdSegments {
    private final RedisLink link;

    public RedisIdSegments(RedisLink link) {
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
