package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.simulation.Changed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Calls of ports that wait until a test lets them go on, one at a time, so that the steps of concurrent use cases interleave as
 * the test says. Each is one atomic step of its server, whose answer arrives at once.
 */
final class HeldCalls {
    private final List<Runnable> held = new ArrayList<>();
    private boolean isHolding = true;

    /** The port, whose calls are held as long as this holds any. */
    <T> T over(Class<T> port, T inner) {
        return Changed.calls(
                port,
                (_, method, arguments) -> CompletionStage.class.equals(method.getReturnType())
                        ? hold(() -> Changed.call(inner, method, arguments))
                        : Changed.invoke(inner, method, arguments));
    }

    /** The work, once it is let go. */
    <T> CompletionStage<T> hold(Supplier<? extends CompletionStage<T>> work) {
        if (!isHolding) {
            return work.get();
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        held.add(() -> {
            var _ = Calls.start(work).whenComplete((value, failure) -> {
                if (failure == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(DomainFailure.causeOf(failure));
                }
            });
        });
        return answer;
    }

    /** How many wait. */
    int waiting() {
        return held.size();
    }

    /** Lets one go on: the oldest is 0. */
    void letGo(int which) {
        held.remove(which).run();
    }

    /** Calls that come from now on don't wait. */
    void holdNoMore() {
        isHolding = false;
    }
}
