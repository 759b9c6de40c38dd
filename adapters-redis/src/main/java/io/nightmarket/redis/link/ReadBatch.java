package io.nightmarket.redis.link;

import io.nightmarket.domain.base.Unavailable;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The commands of one turn of the event loop that only read; they are sent in one packet. On that event loop. */
final class ReadBatch {
    private final List<Request> requests = new ArrayList<>();
    private final List<CompletableFuture<Reply>> answers = new ArrayList<>();

    /** True for the first one. */
    boolean add(Request request, CompletableFuture<Reply> answer) {
        requests.add(request);
        answers.add(answer);
        return requests.size() == 1;
    }

    void send(LiveConnection connection, long deadline) {
        if (requests.size() == 1) {
            connection.send(requests.getFirst(), deadline, answers.getFirst());
        } else {
            connection.sendTogether(requests, deadline, answers);
        }
    }

    void fail(Unavailable failure) {
        answers.forEach(answer -> answer.completeExceptionally(failure));
    }
}
