package io.nightmarket.domain.base;

import io.nightmarket.domain.simulation.Changed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Calls of ports that wait until a test lets them go on, one at a time, so that the steps of concurrent use cases interleave as
 * the test says. Each is one atomic step of its server, whose answer arrives at once.
 */
public final class HeldCalls {
    private final List<Runnable> held = new ArrayList<>();
    private boolean isHolding = true;

    /** The port, whose calls are held as long as this holds any. */
    public <T> T over(Class<T> port, T inner) {
        return Changed.calls(
                port,
                (_, method, arguments) -> CompletionStage.class.equals(method.getReturnType())
                        ? hold(() -> Changed.call(inner, method, arguments))
                        : Changed.invoke(inner, method, arguments));
    }

    /** The work, once it is let go. */
    public <T> CompletionStage<T> hold(Supplier<? extends CompletionStage<T>> work) {
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
    public int waiting() {
        return held.size();
    }

    /** Lets one go on: the oldest is 0. */
    public void letGo(int which) {
        held.remove(which).run();
    }

    /** Lets all go on in an order of chance, with all that come of them. */
    public void letAllGo(RandomGenerator random) {
        while (!held.isEmpty()) {
            letGo(random.nextInt(held.size()));
        }
    }

    /** Calls that come from now on don't wait. */
    public void holdNoMore() {
        isHolding = false;
    }
}
