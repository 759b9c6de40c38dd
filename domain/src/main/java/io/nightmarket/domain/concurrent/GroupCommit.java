package io.nightmarket.domain.concurrent;

import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.Unavailable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Carries the requests of many in few calls: those that arrive while a call is under way gather, and the next call
 * carries them all. No timer waits while the line is idle, so a request that comes alone is sent at once. Requests are
 * carried in the order of their arrival. Safe for use by several threads; the name
 * is that of databases that share one sync of the disk between transactions.
 */
public final class GroupCommit<Q, A> {
    private record Waiting<Q, A>(Q request, CompletableFuture<A> answer) {}

    private final Function<List<Q>, CompletionStage<List<A>>> call;
    private final int calls;
    private final int most;
    private final int room;
    private final ArrayDeque<Waiting<Q, A>> line = new ArrayDeque<>();
    private int underWay;

    /**
     * @param call answers each request, in their order
     * @param calls the most calls under way, begun in order: the next is sent while the last waits for its answer
     * @param most the most requests of a call
     * @param room the queue's capacity; further requests are rejected
     */
    public GroupCommit(Function<List<Q>, CompletionStage<List<A>>> call, int calls, int most, int room) {
        this.call = call;
        this.calls = calls;
        this.most = most;
        this.room = room;
    }

    /**
     * The answer to this request. Fails as the call does that carried it, and with {@code Unavailable} when too many
     * wait already.
     */
    public CompletionStage<A> submit(Q request) {
        Waiting<Q, A> mine = new Waiting<>(request, new CompletableFuture<>());
        synchronized (this) {
            if (line.size() >= room) {
                return CompletableFuture.failedStage(new Unavailable(room + " requests wait already"));
            }
            line.add(mine);
            if (underWay == calls) {
                return mine.answer();
            }
            underWay++;
        }
        callNext();
        return mine.answer();
    }

    private void callNext() {
        List<Waiting<Q, A>> group = nextGroup();
        if (group.isEmpty()) {
            return;
        }
        List<Q> requests = group.stream().map(Waiting::request).toList();
        var _ = Calls.start(() -> call.apply(requests)).whenComplete((answers, failure) -> {
            // The line first: it must not idle while answers are handed out.
            callNext();
            if (failure == null && answers.size() == group.size()) {
                for (int i = 0; i < group.size(); i++) {
                    group.get(i).answer().complete(answers.get(i));
                }
            } else {
                Throwable cause = failure == null
                        ? new IllegalStateException(answers.size() + " answers to " + group.size() + " requests")
                        : DomainFailure.causeOf(failure);
                group.forEach(one -> one.answer().completeExceptionally(cause));
            }
        });
    }

    private synchronized List<Waiting<Q, A>> nextGroup() {
        List<Waiting<Q, A>> group = new ArrayList<>(Math.min(most, line.size()));
        while (group.size() < most && !line.isEmpty()) {
            group.add(line.remove());
        }
        if (group.isEmpty()) {
            underWay--;
        }
        return group;
    }
}
