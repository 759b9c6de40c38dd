package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.PulledAuthors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

public final class InMemoryPulledAuthors implements PulledAuthors {
    private final Map<UserId, Long> versions = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Map<UserId, Long>> versions(List<UserId> authors) {
        Map<UserId, Long> found = new HashMap<>(versions);
        found.keySet().retainAll(authors);
        return CompletableFuture.completedStage(found);
    }

    @Override
    public CompletionStage<Void> add(UserId author) {
        var _ = versions.putIfAbsent(author, BEGINNING);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> raise(UserId author) {
        var _ = versions.computeIfPresent(author, (_, version) -> version + 1);
        return CompletableFuture.completedStage(null);
    }
}
