package io.nightmarket.redis.node;

import io.nightmarket.domain.node.Marks;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The mark under a key of its own, which never expires. */
public final class RedisMarks implements Marks {
    private final RedisLink link;

    public RedisMarks(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<Optional<String>> find() {
        return link.send(Request.cmd(Command.GET).arg(RedisKeys.MARK)).thenApply(Reply::textIfAny);
    }

    @Override
    public CompletionStage<String> keep(String mark) {
        return link.send(Request.cmd(Command.SET).arg(RedisKeys.MARK).arg(mark).arg("NX"))
                .thenCompose(_ -> find())
                .thenApply(kept -> kept.orElse(mark));
    }
}
