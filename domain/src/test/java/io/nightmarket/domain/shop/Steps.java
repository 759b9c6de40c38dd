package io.nightmarket.domain.shop;

import io.nightmarket.domain.simulation.Changed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Calls of the ports of the index, each of which waits until it is told to happen. */
final class Steps {
    private final List<Runnable> waiting = new ArrayList<>();

    <T> CompletionStage<T> later(Supplier<CompletionStage<T>> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        waiting.add(() -> call.get().whenComplete((value, failure) -> {
            if (failure == null) {
                answer.complete(value);
            } else {
                answer.completeExceptionally(failure);
            }
        }));
        return answer;
    }

    int waiting() {
        return waiting.size();
    }

    /** Lets the call happen that was made before all but so many others that wait. */
    void happen(int number) {
        waiting.remove(number).run();
    }

    /** Lets the calls happen in some order, with all that come of them. */
    void happenInAnyOrder(RandomGenerator random) {
        while (!waiting.isEmpty()) {
            happen(random.nextInt(waiting.size()));
        }
    }

    ShopCoordinatesReader of(ShopCoordinatesReader coordinates) {
        return of(ShopCoordinatesReader.class, coordinates);
    }

    ShopIndex of(ShopIndex index) {
        return of(ShopIndex.class, index);
    }

    private <T> T of(Class<T> port, T inner) {
        return Changed.calls(port, (_, method, arguments) -> later(() -> Changed.call(inner, method, arguments)));
    }
}
