package io.nightmarket.domain.memory;

import io.nightmarket.domain.lock.LockTable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Takes locks in memory from their holders; it lists none. */
public record InMemoryLockTable(InMemoryLeases leases) implements LockTable {
    @Override
    public CompletionStage<List<HeldLock>> read(int max) {
        return CompletableFuture.completedStage(List.of());
    }

    @Override
    public CompletionStage<List<String>> forceRelease(String key, Optional<String> kind) {
        return CompletableFuture.completedStage(leases.forceRelease(key));
    }
}
