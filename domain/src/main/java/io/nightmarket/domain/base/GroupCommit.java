package io.nightmarket.domain.base;

import java.time.Duration;
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
    /** Late requests that are refused in one turn: an event loop is not held up by thousands of answers. */
    static final int REFUSED_AT_ONCE = 256;

    private static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

    private record Waiting<Q, A>(Q request, CompletableFuture<A> answer, long arrival) {}

    /** For callers whose requests are never refused for their wait: no time passes. */
    private static final Timers NO_TIMERS = new Timers() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            return () -> {};
        }
    };

    private final Function<List<Q>, CompletionStage<List<A>>> call;
    private final int maxCalls;
    private final int batchSize;
    private final int queueCapacity;
    private final long callersWait;
    private final Timers timers;
    private final BatchMeter meter;
    private final QueueDelay delay = new QueueDelay();
    private final ArrayDeque<Waiting<Q, A>> queue = new ArrayDeque<>();
    private int underWay;
    /** Whether a timer runs for the oldest request. */
    private boolean watched;

    /**
     * @param call answers each request, in their order
     * @param maxCalls under way at once, begun in order: the next is sent while the last waits for its answer
     * @param batchSize the most requests of a call
     */
    public GroupCommit(
            Function<List<Q>, CompletionStage<List<A>>> call, int maxCalls, int batchSize, int queueCapacity) {
        this(call, maxCalls, batchSize, queueCapacity, UNLIMITED, NO_TIMERS, BatchMeter.NONE);
    }

    /**
     * As the other one, for callers that wait this long: requests that {@link QueueDelay} says come too late are never sent, and
     * what is still queued when its caller leaves is refused then.
     */
    public GroupCommit(
            Function<List<Q>, CompletionStage<List<A>>> call,
            int maxCalls,
            int batchSize,
            int queueCapacity,
            Duration callersWait,
            Timers timers,
            BatchMeter meter) {
        this.call = call;
        this.maxCalls = maxCalls;
        this.batchSize = batchSize;
        this.queueCapacity = queueCapacity;
        this.callersWait = callersWait.toNanos();
        this.timers = timers;
        this.meter = meter;
    }

    /**
     * The answer to this request. Fails as the call does that carried it, and with {@code Unavailable} when the queue is
     * full or too slow.
     */
    public CompletionStage<A> submit(Q request) {
        CompletableFuture<A> answer = new CompletableFuture<>();
        long now;
        synchronized (this) {
            if (queue.size() >= queueCapacity) {
                return CompletableFuture.failedStage(
                        Unavailable.overloaded(queueCapacity + " requests are queued already"));
            }
            now = timers.nanoTime();
            if (queue.isEmpty()) {
                delay.isEmpty(now);
            }
            queue.add(new Waiting<>(request, answer, now));
            if (underWay == maxCalls) {
                watch(now);
                return answer;
            }
            underWay++;
        }
        // Not by a later time: who comes alone is never late, however long all threads stand still.
        callNext(now);
        return answer;
    }

    private void callNext(long now) {
        List<Waiting<Q, A>> late;
        List<Waiting<Q, A>> group = new ArrayList<>();
        synchronized (this) {
            late = takeLate(now);
            while (group.size() < batchSize && !queue.isEmpty()) {
                group.add(queue.remove());
            }
            if (group.isEmpty()) {
                underWay--;
            }
        }
        if (!group.isEmpty()) {
            meter.sent(group.size(), now - group.getFirst().arrival());
            call(group);
        }
        refuse(late);
    }

    private List<Waiting<Q, A>> takeLate(long now) {
        List<Waiting<Q, A>> late = new ArrayList<>();
        while (!queue.isEmpty() && delay.isTooLong(queue.element().arrival(), now, callersWait)) {
            late.add(queue.remove());
        }
        return late;
    }

    /** One timer at a time: it is set for the oldest request, and again while there is one. */
    private void watch(long now) {
        if (!watched && !queue.isEmpty()) {
            var _ = timers.after(Duration.ofNanos(queue.element().arrival() + callersWait - now), this::refuseLate);
            watched = true;
        }
    }

    private void refuseLate() {
        List<Waiting<Q, A>> late;
        synchronized (this) {
            long now = timers.nanoTime();
            late = takeLate(now);
            watched = false;
            watch(now);
        }
        refuse(late);
    }

    private void refuse(List<Waiting<Q, A>> late) {
        int next = Math.min(REFUSED_AT_ONCE, late.size());
        late.subList(0, next)
                .forEach(one -> one.answer().completeExceptionally(Unavailable.overloaded("the queue is too long")));
        if (next < late.size()) {
            var _ = timers.after(Duration.ZERO, () -> refuse(late.subList(next, late.size())));
        }
    }

    private void call(List<Waiting<Q, A>> group) {
        List<Q> requests = group.stream().map(Waiting::request).toList();
        var _ = Calls.start(() -> call.apply(requests)).whenComplete((answers, failure) -> {
            // The queue first: it must not idle while answers are handed out.
            callNext(timers.nanoTime());
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
}
