package io.nightmarket.domain.cache;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.memory.InMemoryCache;
import io.nightmarket.domain.memory.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ReadThroughTest {
    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final Cache<Long, String> cache = new InMemoryCache<>(clock);
    private final AtomicInteger loads = new AtomicInteger();
    private final List<Long> rebuilds = new ArrayList<>();
    private final List<Throwable> missed = new ArrayList<>();
    private final ReadThrough<Long, String> reader = new ReadThrough<>(cache, this::load, rebuilds::add, this::miss);

    private void miss(String what, Throwable failure) {
        assertEquals("a cache entry", what);
        missed.add(failure);
    }

    /** There are things with odd keys only. */
    private CompletionStage<Optional<String>> load(Long key) {
        int load = loads.incrementAndGet();
        return CompletableFuture.completedStage(key % 2 == 1 ? Optional.of("load " + load) : Optional.empty());
    }

    /** A cache that fails each call with the given failure. */
    private static final class Broken implements Cache<Long, String> {
        private final RuntimeException failure;

        Broken(RuntimeException failure) {
            this.failure = failure;
        }

        @Override
        public CompletionStage<Cached<String>> find(Long key) {
            return CompletableFuture.failedStage(failure);
        }

        @Override
        public CompletionStage<Void> put(Long key, String value) {
            return CompletableFuture.failedStage(failure);
        }

        @Override
        public CompletionStage<Void> putAbsent(Long key) {
            return CompletableFuture.failedStage(failure);
        }

        @Override
        public CompletionStage<Void> evict(Long key) {
            return CompletableFuture.failedStage(failure);
        }
    }

    @Test
    void aMissingValueIsLoadedOnceAndKept() {
        assertEquals(Optional.of("load 1"), await(reader.read(1L)));
        assertEquals(Optional.of("load 1"), await(reader.read(1L)));

        assertEquals(1, loads.get());
        assertEquals(new Cached.Fresh<>("load 1"), await(cache.find(1L)));
    }

    @Test
    void anAbsenceIsKeptToo() {
        assertEquals(Optional.empty(), await(reader.read(2L)));
        assertEquals(Optional.empty(), await(reader.read(2L)));

        assertEquals(1, loads.get());
    }

    @Test
    void aStaleValueIsServedAndItsRebuildAskedFor() {
        assertEquals(Optional.of("load 1"), await(reader.read(1L)));
        clock.advance(Duration.ofMinutes(2));

        assertEquals(Optional.of("load 1"), await(reader.read(1L)));

        assertEquals(List.of(1L), rebuilds);
        assertEquals(1, loads.get());
    }

    @Test
    void manyReadersOfOneMissingKeyShareOneLoad() {
        CompletableFuture<Optional<String>> slow = new CompletableFuture<>();
        ReadThrough<Long, String> slowly = new ReadThrough<>(
                cache,
                _ -> {
                    loads.incrementAndGet();
                    return slow;
                },
                rebuilds::add,
                this::miss);
        CompletableFuture<Optional<String>> first = slowly.read(1L).toCompletableFuture();
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(() -> slow.complete(Optional.of("slow")));

        List<Optional<String>> answers = atOnce(16, _ -> slowly.read(1L));

        assertEquals(Optional.of("slow"), await(first));
        answers.forEach(answer -> assertEquals(Optional.of("slow"), answer));
        assertEquals(1, loads.get());
    }

    @Test
    void aFailedLoadFailsItsReadersAndTheNextTriesAgain() {
        Unavailable away = new Unavailable("away");
        ReadThrough<Long, String> failingOnce = new ReadThrough<>(
                cache, key -> loads.get() == 0 ? failing(away) : load(key), rebuilds::add, this::miss);

        assertSame(away, failureOf(failingOnce.read(1L)));
        assertEquals(Optional.of("load 2"), await(failingOnce.read(1L)));
    }

    private CompletionStage<Optional<String>> failing(RuntimeException failure) {
        loads.incrementAndGet();
        return CompletableFuture.failedStage(failure);
    }

    @Test
    void aLoaderThatThrowsDoesNotBlockTheKey() {
        IllegalStateException bug = new IllegalStateException("as planned");
        ReadThrough<Long, String> throwing = new ReadThrough<>(
                cache,
                _ -> {
                    throw bug;
                },
                rebuilds::add,
                this::miss);

        assertSame(bug, failureOf(throwing.read(1L)));
        assertSame(bug, failureOf(throwing.read(1L)));
    }

    @Test
    void anUnreachableCacheMakesReadsSlowerNotFalse() {
        for (RuntimeException failure : List.of(new Unavailable("away"), new TimedOut("slow"))) {
            ReadThrough<Long, String> without =
                    new ReadThrough<>(new Broken(failure), this::load, rebuilds::add, this::miss);

            assertEquals(Optional.of("load " + (loads.get() + 1)), await(without.read(1L)));
            assertEquals(Optional.empty(), await(without.read(2L)));
            assertEquals(List.of(failure, failure), missed, "each entry that could not be kept is noted");
            missed.clear();
        }
    }

    @Test
    void aBugInTheCacheIsNotHidden() {
        IllegalStateException bug = new IllegalStateException("as planned");
        ReadThrough<Long, String> broken = new ReadThrough<>(new Broken(bug), this::load, rebuilds::add, this::miss);

        assertSame(bug, failureOf(broken.read(1L)));
    }

    @Test
    void aRebuildLoadsWhateverTheCacheHolds() {
        assertEquals(Optional.of("load 1"), await(reader.read(1L)));

        assertEquals(Optional.of("load 2"), await(reader.rebuild(1L)));

        assertEquals(Optional.of("load 2"), await(reader.read(1L)));
    }
}
