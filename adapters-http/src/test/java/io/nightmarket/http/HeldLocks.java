package io.nightmarket.http;

import io.nightmarket.domain.lock.LockEvents;
import io.nightmarket.domain.lock.LockTable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** The locks that a test says are held, and which of them were unlocked by force. */
final class HeldLocks implements LockTable, LockEvents {
    final List<HeldLock> held = new CopyOnWriteArrayList<>();
    final List<String> forceUnlocked = new CopyOnWriteArrayList<>();

    @Override
    public CompletionStage<List<HeldLock>> read(int max) {
        return CompletableFuture.completedStage(held.stream().limit(max).toList());
    }

    @Override
    public CompletionStage<List<String>> forceRelease(String key, Optional<String> kind) {
        List<String> former = held.stream()
                .filter(lock ->
                        lock.key().equals(key) && kind.orElse(lock.kind()).equals(lock.kind()))
                .flatMap(lock -> lock.holders().stream())
                .map(Holder::name)
                .toList();
        return CompletableFuture.completedStage(former);
    }

    @Override
    public void released(String key) {}

    @Override
    public void forceUnlocked(String key) {
        forceUnlocked.add(key);
    }
}
