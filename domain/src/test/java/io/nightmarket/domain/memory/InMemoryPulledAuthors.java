package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.PulledAuthors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Pulled authors in memory. */
public final class InMemoryPulledAuthors implements PulledAuthors {
    private final Map<UserId, Long> versions = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Optional<Long>> find(UserId author) {
        return CompletableFuture.completedStage(Optional.ofNullable(versions.get(author)));
    }

    @Override
    public CompletionStage<List<Long>> versions(List<UserId> authors) {
        return CompletableFuture.completedStage(authors.stream()
                .map(author -> versions.getOrDefault(author, BEGINNING))
                .toList());
    }

    @Override
    public CompletionStage<List<UserId>> among(List<UserId> authors) {
        return CompletableFuture.completedStage(
                authors.stream().filter(versions::containsKey).toList());
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
