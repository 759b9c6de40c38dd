package io.nightmarket.domain.base;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Sends requests in batches: those that arrive while a call is under way are queued, and the next call carries them. A
 * request that comes alone is sent at once. Requests are sent in the order of their arrival. Safe for use by several
 * threads; the name is that of databases that share one sync of the disk between transactions.
 */
public final class GroupCommit<Q, A> {
    private record Waiting<Q, A>(Q request, CompletableFuture<A> answer, long arrival) {}

    /** Callers whose requests are never rejected for their wait. */
    private static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

    private final Function<List<Q>, CompletionStage<List<A>>> call;
    private final int maxCalls;
    private final int batchSize;
    private final int queueCapacity;
    private final long callersWait;
    private final LongSupplier nanoTime;
    private final QueueDelay delay = new QueueDelay();
    private final ArrayDeque<Waiting<Q, A>> queue = new ArrayDeque<>();
    private int underWay;

    /**
     * @param call answers each request, in their order
     * @param maxCalls under way at once, begun in order: the next is sent while the last waits for its answer
     * @param batchSize the most requests of a call
     */
    public GroupCommit(
            Function<List<Q>, CompletionStage<List<A>>> call, int maxCalls, int batchSize, int queueCapacity) {
        this(call, maxCalls, batchSize, queueCapacity, UNLIMITED, () -> 0);
    }

    /** As the other one, for callers that wait this long: requests that {@link QueueDelay} says come too late are never sent. */
    public GroupCommit(
            Function<List<Q>, CompletionStage<List<A>>> call,
            int maxCalls,
            int batchSize,
            int queueCapacity,
            Duration callersWait,
            LongSupplier nanoTime) {
        this.call = call;
        this.maxCalls = maxCalls;
        this.batchSize = batchSize;
        this.queueCapacity = queueCapacity;
        this.callersWait = callersWait.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * The answer to this request. Fails as the call does that carried it, and with {@code Unavailable} when the queue is
     * full or too slow.
     */
    public CompletionStage<A> submit(Q request) {
        Waiting<Q, A> mine = new Waiting<>(request, new CompletableFuture<>(), nanoTime.getAsLong());
        synchronized (this) {
            if (queue.size() >= queueCapacity) {
                return CompletableFuture.failedStage(
                        Unavailable.overloaded(queueCapacity + " requests are queued already"));
            }
            if (queue.isEmpty()) {
                delay.isEmpty(mine.arrival());
            }
            queue.add(mine);
            if (underWay == maxCalls) {
                return mine.answer();
            }
            underWay++;
        }
        callNext();
        return mine.answer();
    }

    private void callNext() {
        List<Waiting<Q, A>> late = new ArrayList<>();
        List<Waiting<Q, A>> group = nextGroup(nanoTime.getAsLong(), late);
        if (!group.isEmpty()) {
            call(group);
        }
        late.forEach(one -> one.answer().completeExceptionally(Unavailable.overloaded("the queue is too long")));
    }

    private void call(List<Waiting<Q, A>> group) {
        List<Q> requests = group.stream().map(Waiting::request).toList();
        var _ = Calls.start(() -> call.apply(requests)).whenComplete((answers, failure) -> {
            // The queue first: it must not idle while answers are handed out.
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

    /** @param late takes the requests that come too late for the group */
    private synchronized List<Waiting<Q, A>> nextGroup(long now, List<Waiting<Q, A>> late) {
        List<Waiting<Q, A>> group = new ArrayList<>(Math.min(batchSize, queue.size()));
        while (group.size() < batchSize && !queue.isEmpty()) {
            Waiting<Q, A> next = queue.remove();
            (delay.isTooLong(next.arrival(), now, callersWait) ? late : group).add(next);
        }
        if (group.isEmpty()) {
            underWay--;
        }
        return group;
    }
}
