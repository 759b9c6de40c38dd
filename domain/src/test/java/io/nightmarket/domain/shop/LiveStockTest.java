package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class LiveStockTest {
    private static final ShopId SHOP = new ShopId(1);
    private static final Instant TIME = Instant.parse("2026-11-20T10:00:00Z");

    private static final Duration TIMEOUT = Duration.ofMillis(200);

    private final ManualTimers timers = new ManualTimers();
    private final Map<Long, Long> queue = new HashMap<>();
    private final List<Long> asked = new ArrayList<>();
    private final Set<Long> closed = new HashSet<>();
    private Duration busy = Duration.ZERO;
    private CompletionStage<Void> reached = CompletableFuture.completedStage(null);
    private final LiveStock stock = new LiveStock(this::available, TIMEOUT, timers);
    private final ReadResult<List<Voucher>> list = list(sale(7, 500), ordinary(8), sale(9, 40));

    private CompletionStage<OptionalLong> available(VoucherId sale) {
        asked.add(sale.value());
        timers.advance(busy);
        if (closed.contains(sale.value())) {
            return CompletableFuture.failedStage(new Unavailable("shard closed"));
        }
        return reached.thenApply(_ -> Optional.ofNullable(queue.get(sale.value()))
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty));
    }

    @Test
    void aListWithoutFlashSalesAsksForNothing() {
        ReadResult<List<Voucher>> none = list(ordinary(8));
        assertSame(none, await(stock.in(SHOP, none)));
        assertEquals(List.of(), asked);
    }

    @Test
    void readersShareOneReadingAndOneObject() {
        ReadResult<List<Voucher>> first = await(stock.in(SHOP, list));
        assertSame(first, await(stock.in(SHOP, list)));
        timers.advance(LiveStock.REFRESH.minusNanos(1));
        assertSame(first, await(stock.in(SHOP, list)));
        assertEquals(List.of(7L, 9L), asked);
    }

    @Test
    void aReadingIsDueAfterHalfASecondAndNoReaderWaitsForIt() {
        queue.put(7L, 100L);
        ReadResult<List<Voucher>> first = await(stock.in(SHOP, list));
        CompletableFuture<Void> until = new CompletableFuture<>();
        reached = until;
        queue.put(7L, 50L);
        timers.advance(LiveStock.REFRESH);

        assertSame(first, await(stock.in(SHOP, list)));
        assertSame(first, await(stock.in(SHOP, list)));
        assertEquals(4, asked.size(), "two sales, twice");
        assertTrue(until.complete(null));

        assertEquals(list(sale(7, 50), ordinary(8), sale(9, 40)), await(stock.in(SHOP, list)));
    }

    @Test
    void unitsThatAreASecondOldAreNotShown() {
        queue.put(7L, 100L);
        var _ = await(stock.in(SHOP, list));
        CompletableFuture<Void> until = new CompletableFuture<>();
        reached = until;
        timers.advance(LiveStock.MAX_AGE);

        CompletableFuture<ReadResult<List<Voucher>>> answer =
                stock.in(SHOP, list).toCompletableFuture();
        assertFalse(answer.isDone());
        queue.put(7L, 0L);
        assertTrue(until.complete(null));

        assertEquals(list(sale(7, 0), ordinary(8), sale(9, 40)), await(answer));
    }

    @Test
    void anotherListBearsTheSameUnitsUntilTheyAreDue() {
        queue.put(7L, 100L);
        var _ = await(stock.in(SHOP, list));
        ReadResult<List<Voucher>> newer = list(sale(7, 480));

        ReadResult<List<Voucher>> shown = await(stock.in(SHOP, newer));

        assertEquals(list(sale(7, 100)), shown);
        assertSame(shown, await(stock.in(SHOP, newer)));
        assertEquals(2, asked.size());
    }

    @Test
    void aClosedShardLeavesItsOwnSalesAtTheDatabasesStock() {
        queue.put(7L, 100L);
        queue.put(9L, 1L);
        closed.add(9L);

        ReadResult<List<Voucher>> shown = await(stock.in(SHOP, list));

        assertEquals(stale(sale(7, 100), ordinary(8), sale(9, 40)), shown);
        closed.clear();
        timers.advance(LiveStock.REFRESH);
        assertEquals(list(sale(7, 100), ordinary(8), sale(9, 1)), await(stock.in(SHOP, list)));
    }

    @Test
    void aQueueThatDoesNotAnswerHoldsReadersUpForTheTimeoutAndOnlyOnceInHalfASecond() {
        reached = new CompletableFuture<>();
        CompletableFuture<ReadResult<List<Voucher>>> answer =
                stock.in(SHOP, list).toCompletableFuture();
        timers.advance(TIMEOUT.minusNanos(1));
        assertFalse(answer.isDone());
        timers.advance(Duration.ofNanos(1));
        assertEquals(stale(sale(7, 500), ordinary(8), sale(9, 40)), await(answer));

        timers.advance(LiveStock.REFRESH.minusNanos(1));
        assertSame(await(answer), stock.in(SHOP, list).toCompletableFuture().getNow(list));
        ReadResult<List<Voucher>> newer =
                stock.in(SHOP, list(sale(7, 480))).toCompletableFuture().getNow(list);
        assertEquals(stale(sale(7, 480)), newer);
        assertEquals(2, asked.size());

        timers.advance(Duration.ofNanos(1));
        assertFalse(stock.in(SHOP, list).toCompletableFuture().isDone(), "asks again");
    }

    @Test
    void unitsThatMayBeShownAreKeptWhenTheirRefreshFails() {
        queue.put(7L, 100L);
        ReadResult<List<Voucher>> first = await(stock.in(SHOP, list));
        reached = CompletableFuture.failedStage(new Unavailable("away"));
        timers.advance(LiveStock.REFRESH);

        assertSame(first, await(stock.in(SHOP, list)));
        assertSame(first, await(stock.in(SHOP, list)));
        timers.advance(LiveStock.MAX_AGE.minus(LiveStock.REFRESH));
        assertEquals(stale(sale(7, 500), ordinary(8), sale(9, 40)), await(stock.in(SHOP, list)));
    }

    @Test
    void unitsThatTookLongerThanTheirAgeToReadAreMarkedAsStale() {
        queue.put(7L, 100L);
        busy = LiveStock.MAX_AGE.dividedBy(2);

        assertEquals(stale(sale(7, 100), ordinary(8), sale(9, 40)), await(stock.in(SHOP, list)));
    }

    @Test
    void ofAListWithoutEndTheFirstSalesAreRead() {
        Voucher[] many =
                LongStream.rangeClosed(1, 1_000).mapToObj(id -> sale(id, 5)).toArray(Voucher[]::new);
        var _ = await(stock.in(SHOP, list(many)));
        assertEquals(LiveStock.MAX_SALES, asked.size());
    }

    private static ReadResult<List<Voucher>> list(Voucher... vouchers) {
        return new ReadResult<>(Optional.of(List.of(vouchers)), TIME, false);
    }

    private static ReadResult<List<Voucher>> stale(Voucher... vouchers) {
        return new ReadResult<>(Optional.of(List.of(vouchers)), TIME, true);
    }

    private static Voucher sale(long id, long stock) {
        return voucher(id, 1)
                .with(new Voucher.Terms(stock, TIME, TIME.plusSeconds(60), new SaleOptions(true, false, false)));
    }

    private static Voucher ordinary(long id) {
        return voucher(id, 0);
    }

    private static Voucher voucher(long id, int type) {
        return new Voucher(new VoucherId(id), SHOP, "title", null, null, 80, 100, type, 1, null, TIME, TIME);
    }
}
