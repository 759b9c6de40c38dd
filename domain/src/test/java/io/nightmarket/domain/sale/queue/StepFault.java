package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.base.TimedOut;
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
