package io.nightmarket.redis.cache;

import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Finds all entries of a cache and the tickets on them; takes as long as Redis has keys, and blocks no reader. */
record EntryScan(RedisLink link, String pattern) {
    private static final int BATCH = 1_000;

    CompletionStage<Void> unlinkAll() {
        return unlinkFrom("0");
    }

    private CompletionStage<Void> unlinkFrom(String cursor) {
        Request scan = Request.cmd(Command.SCAN)
                .arg(cursor)
                .arg("MATCH")
                .arg(pattern)
                .arg("COUNT")
                .arg(BATCH);
        return link.send(scan).thenCompose(reply -> {
            String next = reply.parts().getFirst().text();
            CompletionStage<Void> cleared = unlink(reply.parts().getLast().parts());
            return "0".equals(next) ? cleared : cleared.thenCompose(_ -> unlinkFrom(next));
        });
    }

    private CompletionStage<Void> unlink(List<Reply> keys) {
        if (keys.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        Request unlink = Request.cmd(Command.UNLINK);
        keys.forEach(key -> unlink.arg(key.text()));
        return link.send(unlink).thenAccept(_ -> {});
    }
}
