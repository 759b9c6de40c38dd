package io.nightmarket.domain.memory;

import io.nightmarket.domain.node.Marks;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A mark in memory. */
public final class InMemoryMarks implements Marks {
    private Optional<String> mark = Optional.empty();

    @Override
    public synchronized CompletionStage<Optional<String>> find() {
        return CompletableFuture.completedStage(mark);
    }

    @Override
    public synchronized CompletionStage<String> keep(String given) {
        mark = Optional.of(mark.orElse(given));
        return CompletableFuture.completedStage(mark.get());
    }

    public synchronized void lose() {
        mark = Optional.empty();
    }
}
