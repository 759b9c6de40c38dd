package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopCache;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link ShopCache} promises. */
public abstract class ShopCacheContract {
    private static final Duration SOFT_TTL = Duration.ofMillis(500);

    /** Of the cache under test: soft TTL, no jitter, an hour stale. */
    protected static final CacheTimes TIMES = new CacheTimes(
            SOFT_TTL, Duration.ZERO, Duration.ZERO, Duration.ofHours(1), Duration.ofMinutes(1), Duration.ofSeconds(10));

    private static final ShopId SHOP = new ShopId(1);
    private static final CacheChange CHANGE = new CacheChange(1, CacheNames.SHOP, "1");

    private final AtomicInteger loads = new AtomicInteger();
    private volatile Optional<Shop> stored = Optional.of(shop("old"));
    /** A load reads the database, and then answers when this completes. */
    private volatile CompletionStage<Void> answering = CompletableFuture.completedStage(null);

    private @Nullable ShopCache cache;

    /**
     * An empty cache with {@link #TIMES}.
     *
     * @param database where shops are loaded from
     */
    protected abstract ShopCache shopCache(Function<ShopId, CompletionStage<Optional<Shop>>> database);

    /** Lets time pass. */
    protected abstract void elapse(Duration time);

    private CompletionStage<Optional<Shop>> load(ShopId id) {
        assertEquals(SHOP, id);
        loads.incrementAndGet();
        Optional<Shop> read = stored;
        return answering.thenApply(_ -> read);
    }

    private static Shop shop(String name) {
        return new Shop(SHOP, name, 1, "", null, "road", 1, 2, null, 0, 0, 0, null, Instant.EPOCH, Instant.EPOCH);
    }

    private Optional<String> name() {
        return await(shops().find(SHOP)).value().map(Shop::name);
    }

    @BeforeEach
    void emptyCache() {
        cache = shopCache(this::load);
    }

    private ShopCache shops() {
        return Objects.requireNonNull(cache);
    }

    @Test
    protected void aShopIsLoadedOnceAndFoundFresh() {
        ReadResult<Shop> first = await(shops().find(SHOP));
        ReadResult<Shop> second = await(shops().find(SHOP));

        assertEquals(stored, first.value());
        assertEquals(stored, second.value());
        assertFalse(second.stale());
        assertEquals(1, loads.get());
    }

    @Test
    protected void concurrentReadersShareOneLoad() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        answering = answer;
        List<CompletableFuture<ReadResult<Shop>>> reads = IntStream.range(0, 8)
                .mapToObj(_ -> shops().find(SHOP).toCompletableFuture())
                .toList();

        answer.complete(null);

        reads.forEach(read -> assertEquals(stored, await(read).value()));
        assertEquals(1, loads.get());
    }

    @Test
    protected void anAbsenceIsRememberedUntilTheShopIsCreated() {
        stored = Optional.empty();
        assertEquals(Optional.empty(), name());
        assertEquals(Optional.empty(), name());
        assertEquals(1, loads.get());

        stored = Optional.of(shop("new"));
        await(shops().invalidate(CHANGE));

        assertEquals(Optional.of("new"), name());
    }

    @Test
    protected void aFailedLoadIsNoAbsence() {
        answering = CompletableFuture.failedStage(new Unavailable("the database is down"));
        var _ = failureOf(Unavailable.class, shops().find(SHOP));

        answering = CompletableFuture.completedStage(null);

        assertEquals(Optional.of("old"), name());
    }

    @Test
    protected void afterAnInvalidationTheNewValueIsFound() {
        assertEquals(Optional.of("old"), name());

        stored = Optional.of(shop("new"));
        await(shops().invalidate(CHANGE));
        await(shops().invalidate(CHANGE));

        assertEquals(Optional.of("new"), name());
    }

    @Test
    protected void aLoadThatAnInvalidationOvertakesIsNotStored() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        answering = answer;
        CompletionStage<ReadResult<Shop>> overtaken = shops().find(SHOP);
        Stages.eventually(this::elapse, () -> loads.get() == 1);

        stored = Optional.of(shop("new"));
        await(shops().invalidate(CHANGE));
        answer.complete(null);
        var _ = await(overtaken);

        assertEquals(Optional.of("new"), name());
    }

    @Test
    protected void aStaleValueSaysSoAndWhenItWasLoaded() {
        Instant loadedAt = await(shops().find(SHOP)).loadedAt();
        answering = CompletableFuture.failedStage(new Unavailable("the database is down"));

        elapse(SOFT_TTL.plusMillis(100));
        ReadResult<Shop> result = await(shops().find(SHOP));

        assertEquals(stored, result.value());
        assertTrue(result.stale());
        assertEquals(loadedAt, result.loadedAt());
    }
}
