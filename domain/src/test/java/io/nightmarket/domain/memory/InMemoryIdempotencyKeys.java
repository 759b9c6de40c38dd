package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Keys in a map, under one monitor. */
public final class InMemoryIdempotencyKeys implements IdempotencyKeys {
    private final Map<Key, Row> rows = new HashMap<>();
    private final Clock clock;

    private record Key(UserId user, String key) {}

    private record Row(
            KeyedRequest request, long subject, @Nullable String answer, Instant claimedAt) {}

    public InMemoryIdempotencyKeys(Clock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized CompletionStage<Acquisition> acquire(KeyedRequest request, long subject) {
        Row row = rows.get(key(request));
        if (row == null) {
            long own = rows.keySet().stream()
                    .filter(key -> key.user().equals(request.user()))
                    .count();
            return own < MAX_OF_USER
                    ? acquired(request, subject)
                    : CompletableFuture.completedStage(new Acquisition.TooMany());
        }
        boolean same = row.request().operation().equals(request.operation())
                && row.request().fingerprint().equals(request.fingerprint());
        if (!same) {
            return CompletableFuture.completedStage(new Acquisition.Reused());
        }
        if (row.answer() != null) {
            return CompletableFuture.completedStage(new Acquisition.Answered(row.answer()));
        }
        return row.claimedAt().isBefore(clock.instant().minus(ABANDONED_AFTER))
                ? acquired(request, row.subject())
                : CompletableFuture.completedStage(new Acquisition.InProgress());
    }

    private CompletionStage<Acquisition> acquired(KeyedRequest request, long subject) {
        rows.put(key(request), new Row(request, subject, null, clock.instant()));
        return CompletableFuture.completedStage(new Acquisition.Acquired(subject));
    }

    @Override
    public synchronized CompletionStage<Void> answer(KeyedRequest request, String answer, Duration keep) {
        rows.computeIfPresent(
                key(request),
                (_, row) -> row.answer() == null
                        ? new Row(
                                row.request(),
                                row.subject(),
                                answer,
                                clock.instant().minus(KEPT.minus(keep)))
                        : row);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Void> giveBack(KeyedRequest request) {
        rows.computeIfPresent(
                key(request),
                (_, row) -> row.answer() == null ? new Row(row.request(), row.subject(), null, Instant.EPOCH) : row);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Integer> prune(Duration age) {
        int before = rows.size();
        rows.values().removeIf(row -> row.claimedAt().isBefore(clock.instant().minus(age)));
        return CompletableFuture.completedStage(before - rows.size());
    }

    /** Sets back the time of a user's claims. */
    synchronized void age(UserId user, Duration by) {
        rows.replaceAll((key, row) -> key.user().equals(user)
                ? new Row(
                        row.request(),
                        row.subject(),
                        row.answer(),
                        row.claimedAt().minus(by))
                : row);
    }

    private static Key key(KeyedRequest request) {
        return new Key(request.user(), request.key());
    }
}
