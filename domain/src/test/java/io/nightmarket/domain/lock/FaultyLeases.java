package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A store whose next calls of a kind go wrong as planned; afterwards all is well. For one thread. */
final class FaultyLeases implements LeaseStore {
    enum Call {
        TAKE,
        RENEW,
        RELEASE,
        SUBSCRIBE
    }

    enum Fault {
        NONE,
        /** Nothing is done. */
        REFUSED,
        /** It is done, but the reply is lost. */
        REPLY_LOST,
        /** It is done at once, and answered when {@link #answer} is called. */
        SLOW,
        /** As slow, and then the reply is lost. */
        SLOW_AND_LOST
    }

    private final LeaseStore store;
    private final Map<Call, Deque<Fault>> plans = new EnumMap<>(Call.class);
    private final Deque<Runnable> slow = new ArrayDeque<>();
    private final List<Call> calls = new ArrayList<>();
    private int openSubscriptions;

    FaultyLeases(LeaseStore store) {
        this.store = store;
    }

    void plan(Call call, Fault... faults) {
        Collections.addAll(plans.computeIfAbsent(call, _ -> new ArrayDeque<>()), faults);
    }

    /** Lets the oldest slow call answer. */
    void answer() {
        slow.remove().run();
    }

    int count(Call call) {
        return Collections.frequency(calls, call);
    }

    int openSubscriptions() {
        return openSubscriptions;
    }

    private <T> CompletionStage<T> call(Call call, Supplier<CompletionStage<T>> work) {
        calls.add(call);
        Fault next = plans.computeIfAbsent(call, _ -> new ArrayDeque<>()).poll();
        Fault fault = next == null ? Fault.NONE : next;
        return switch (fault) {
            case NONE -> work.get();
            case REFUSED -> CompletableFuture.failedStage(new Unavailable("as planned"));
            case REPLY_LOST ->
                work.get().thenCompose(_ -> CompletableFuture.failedStage(new TimedOut("reply lost as planned")));
            case SLOW, SLOW_AND_LOST -> {
                CompletableFuture<T> answer = new CompletableFuture<>();
                var _ = Calls.start(work)
                        .thenAccept(value -> slow.add(() -> {
                            var _ = fault == Fault.SLOW
                                    ? answer.complete(value)
                                    : answer.completeExceptionally(new TimedOut("reply lost as planned"));
                        }));
                yield answer;
            }
        };
    }

    @Override
    public CompletionStage<Attempt> take(LeaseRequest request) {
        return call(Call.TAKE, () -> store.take(request));
    }

    @Override
    public CompletionStage<Boolean> renew(LeaseRequest request, int reentranceCount) {
        return call(Call.RENEW, () -> store.renew(request, reentranceCount));
    }

    @Override
    public CompletionStage<Boolean> release(LeaseRequest request) {
        return call(Call.RELEASE, () -> store.release(request));
    }

    @Override
    public CompletionStage<Subscription> subscribe(LeaseRequest request, WakeUp wakeUp) {
        return call(Call.SUBSCRIBE, () -> store.subscribe(request, wakeUp)).thenApply(subscription -> {
            openSubscriptions++;
            return () -> {
                openSubscriptions--;
                subscription.close();
            };
        });
    }
}
