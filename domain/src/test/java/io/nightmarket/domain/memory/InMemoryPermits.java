package io.nightmarket.domain.memory;

import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.PermitStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Semaphores in memory; several of them may share their keys. */
public record InMemoryPermits(InMemoryLeases.Keys keys, Timers timers, int total) implements PermitStore {
    private InMemoryLeases taking(int permits) {
        return new InMemoryLeases(keys, timers, permits, total);
    }

    @Override
    public LeaseStore leases(int permits) {
        return taking(permits);
    }

    @Override
    public CompletionStage<Permits> count(String key) {
        return CompletableFuture.completedStage(taking(1).countUnits(key));
    }

    @Override
    public CompletionStage<Void> change(String key, int next) {
        taking(1).changeUnits(key, next);
        return CompletableFuture.completedStage(null);
    }
}
