package io.nightmarket.domain.shop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
        return new ShopCoordinatesReader() {
            @Override
            public CompletionStage<Optional<ShopCoordinates>> find(ShopId id) {
                return later(() -> coordinates.find(id));
            }

            @Override
            public CompletionStage<List<ShopCoordinates>> after(long id, int max) {
                return later(() -> coordinates.after(id, max));
            }
        };
    }

    ShopIndex of(ShopIndex index) {
        return new ShopIndex() {
            @Override
            public CompletionStage<Void> place(List<ShopCoordinates> shops) {
                return later(() -> index.place(shops));
            }

            @Override
            public CompletionStage<Void> remove(ShopId shop) {
                return later(() -> index.remove(shop));
            }

            @Override
            public CompletionStage<OptionalLong> placedUpTo() {
                return later(index::placedUpTo);
            }

            @Override
            public CompletionStage<Void> placedUpTo(long id) {
                return later(() -> index.placedUpTo(id));
            }

            @Override
            public CompletionStage<Boolean> isWhole() {
                return later(index::isWhole);
            }

            @Override
            public CompletionStage<Void> giveUp() {
                return later(index::giveUp);
            }

            @Override
            public CompletionStage<Building> build() {
                return later(index::build).thenApply(Steps.this::of);
            }

            @Override
            public CompletionStage<Void> tidy() {
                return later(index::tidy);
            }
        };
    }

    private ShopIndex.Building of(ShopIndex.Building building) {
        return new ShopIndex.Building() {
            @Override
            public CompletionStage<Void> place(List<ShopCoordinates> shops) {
                return later(() -> building.place(shops));
            }

            @Override
            public CompletionStage<Void> use(long upTo) {
                return later(() -> building.use(upTo));
            }
        };
    }
}
