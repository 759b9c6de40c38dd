package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.simulation.Changed;
import java.lang.reflect.InvocationHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Counts the steps of everything it guards, and fails one of them, before or after its effect. */
public final class StepFault {
    private final int failing;
    private final boolean afterEffect;
    private int steps;

    public StepFault(int failing, boolean afterEffect) {
        this.failing = failing;
        this.afterEffect = afterEffect;
    }

    public boolean struck() {
        return steps >= failing;
    }

    /** The queue, of which each call of a port is a step. */
    public WholeQueue over(WholeQueue queue) {
        return Changed.calls(WholeQueue.class, (proxy, method, arguments) -> {
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            return method.getName().equals("beginOpening")
                    ? Changed.call(queue, method, arguments).thenApply(opening -> over((SaleOpening) opening))
                    : step(() -> Changed.call(queue, method, arguments));
        });
    }

    private SaleOpening over(SaleOpening opening) {
        return Changed.calls(
                SaleOpening.class, (_, method, arguments) -> step(() -> Changed.call(opening, method, arguments)));
    }

    public <T> CompletionStage<T> step(Supplier<CompletionStage<T>> effect) {
        steps++;
        if (steps != failing) {
            return effect.get();
        }
        return afterEffect
                ? effect.get().thenCompose(_ -> CompletableFuture.failedStage(lost()))
                : CompletableFuture.failedStage(lost());
    }

    private TimedOut lost() {
        return new TimedOut("step " + failing + (afterEffect ? " after" : " before") + " its effect");
    }
}
