package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Searches that share a bulkhead of one slot. */
final class ShopGeoSearchTest {
    private static final Duration TIMEOUT = Duration.ofMillis(1_500);
    private static final Position CENTER = new Position(120.16, 30.25);

    private final ManualTimers timers = new ManualTimers();
    private final List<CompletableFuture<Long>> searches = new ArrayList<>();
    private final ShopGeoSearch shielded = new ShopGeoSearch() {
        @Override
        public CompletionStage<Found> around(long type, Position center, double radius, int max) {
            return knownUpTo().thenApply(id -> new Found(List.of(), id));
        }

        @Override
        public CompletionStage<Long> knownUpTo() {
            CompletableFuture<Long> search = new CompletableFuture<>();
            searches.add(search);
            return search;
        }
    }.shieldedBy(new Bulkhead(1, 10), TIMEOUT, timers);

    @Test
    void aSearchWithoutACallerIsNotBegun() {
        CompletionStage<Long> first = shielded.knownUpTo();
        CompletionStage<ShopGeoSearch.Found> queued = shielded.around(1, CENTER, 1, 1);

        timers.advance(TIMEOUT);
        var _ = failureOf(Unavailable.class, first);
        var _ = failureOf(Unavailable.class, queued);
        searches.getFirst().complete(17L);

        assertEquals(1, searches.size());
        CompletionStage<Long> next = shielded.knownUpTo();
        searches.getLast().complete(18L);
        assertEquals(18, await(next));
        assertEquals(0, timers.waiting());
    }
}
