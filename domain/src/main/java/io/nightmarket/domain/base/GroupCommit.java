package io.nightmarket.domain.base;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Sends requests in batches: those that arrive while a call is under way are queued, and the next call carries them. A
 * request that comes alone is sent at once. Requests are sent in the order of their arrival. Safe for use by several
 * threads; the name is that of databases that share one sync of the disk between transactions.
 */
public final class GroupCommit<Q, A> {
    private record Waiting<Q, A>(Q request, CompletableFuture<A> answer, long arrival) {}

    /** Learns how long requests wait. */
    public interface Meter {
        Meter NONE = new Meter() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public void waited(long beyondOneCall, int requests) {}
        };

        long nanoTime();

        /**
         * The oldest request of a call was queued for the call before it, and longer.
         *
         * @param beyondOneCall nanoseconds; 0 when it was not longer
         * @param requests in the call
         */
        void waited(long beyondOneCall, int requests);
    }

    private final Function<List<Q>, CompletionStage<List<A>>> call;
    private final int maxCalls;
    private final int batchSize;
    private final int queueCapacity;
    private final Meter meter;
    private final ArrayDeque<Waiting<Q, A>> queue = new ArrayDeque<>();
    private int underWay;

    /**
     * @param call answers each request, in their order
     * @param maxCalls under way at once, begun in order: the next is sent while the last waits for its answer
     * @param batchSize the most requests of a call
     */
    public GroupCommit(
            Function<List<Q>, CompletionStage<List<A>>> call, int maxCalls, int batchSize, int queueCapacity) {
        this(call, maxCalls, batchSize, queueCapacity, Meter.NONE);
    }

    /** As the other one, and tells the meter of each call. */
    public GroupCommit(
            Function<List<Q>, CompletionStage<List<A>>> call,
            int maxCalls,
            int batchSize,
            int queueCapacity,
            Meter meter) {
        this.meter = meter;
        this.call = call;
        this.maxCalls = maxCalls;
        this.batchSize = batchSize;
        this.queueCapacity = queueCapacity;
    }

    /**
     * The answer to this request. Fails as the call does that carried it, and with {@code Unavailable} when the queue is
     * full.
     */
    public CompletionStage<A> submit(Q request) {
        Waiting<Q, A> mine = new Waiting<>(request, new CompletableFuture<>(), meter.nanoTime());
        synchronized (this) {
            if (queue.size() >= queueCapacity) {
                return CompletableFuture.failedStage(new Unavailable(queueCapacity + " requests are queued already"));
            }
            queue.add(mine);
            if (underWay == maxCalls) {
                return mine.answer();
            }
            underWay++;
        }
        callNext(0);
        return mine.answer();
    }

    /** @param ended how long the call took that gave way to this one */
    private void callNext(long ended) {
        List<Waiting<Q, A>> group = nextGroup();
        if (group.isEmpty()) {
            return;
        }
        long begun = meter.nanoTime();
        meter.waited(Math.max(0, begun - group.getFirst().arrival() - ended), group.size());
        List<Q> requests = group.stream().map(Waiting::request).toList();
        var _ = Calls.start(() -> call.apply(requests)).whenComplete((answers, failure) -> {
            // The queue first: it must not idle while answers are handed out.
            callNext(meter.nanoTime() - begun);
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
        List<Waiting<Q, A>> group = new ArrayList<>(Math.min(batchSize, queue.size()));
        while (group.size() < batchSize && !queue.isEmpty()) {
            group.add(queue.remove());
        }
        if (group.isEmpty()) {
            underWay--;
        }
        return group;
    }
}
