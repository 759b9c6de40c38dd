package io.nightmarket.domain.sale.admission;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemorySaleMinutes;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class SaleRequestsTest {
    private static final VoucherId SALE = new VoucherId(7);
    private static final Instant MINUTE = Instant.parse("2030-05-01T12:00:00Z");

    private final ManualClock clock = new ManualClock(MINUTE.plusSeconds(42));
    private final SaleRequests requests = new SaleRequests(clock);
    private final InMemorySaleMinutes minutes = new InMemorySaleMinutes();

    private long accepted(long sale) {
        return minutes.requests(sale, MINUTE, RequestOutcome.ACCEPTED);
    }

    @Test
    void eachRequestIsAddedOnce() {
        requests.count(SALE, RequestOutcome.ACCEPTED);
        requests.count(SALE, RequestOutcome.ACCEPTED);
        await(requests.flush(minutes));
        await(requests.flush(minutes));
        requests.count(SALE, RequestOutcome.ACCEPTED);
        requests.countLimited(SALE.value());
        await(requests.flush(minutes));

        assertEquals(3, accepted(7));
        assertEquals(1, minutes.requests(7, MINUTE, RequestOutcome.LIMITER_TOO_MANY));
        assertEquals(3, Objects.requireNonNull(requests.counted().get(7L)).sum(RequestOutcome.ACCEPTED));
    }

    @Test
    void whatWasNotAddedIsAddedLater() {
        requests.count(SALE, RequestOutcome.ACCEPTED);
        Unavailable away = new Unavailable("away");
        assertSame(away, failureOf(requests.flush((_, _) -> CompletableFuture.failedStage(away))));
        requests.count(SALE, RequestOutcome.ACCEPTED);
        await(requests.flush(minutes));

        assertEquals(2, accepted(7));
        assertEquals(0, requests.dropped());
    }

    @Test
    void whatMayHaveBeenAddedIsNotAddedAgain() {
        requests.count(SALE, RequestOutcome.ACCEPTED);
        TimedOut unknown = new TimedOut("no answer");
        assertSame(unknown, failureOf(requests.flush((_, _) -> CompletableFuture.failedStage(unknown))));
        await(requests.flush(minutes));

        assertEquals(0, accepted(7));
        assertEquals(1, requests.dropped());
    }

    @Test
    void salesBeyondTheBoundShareOneCount() {
        LongStream.rangeClosed(1, SaleRequests.MAX_SALES + 5)
                .forEach(sale -> requests.count(new VoucherId(sale), RequestOutcome.ACCEPTED));
        await(requests.flush(minutes));

        assertEquals(1, accepted(SaleRequests.MAX_SALES));
        assertEquals(5, accepted(0));
        assertEquals(SaleRequests.MAX_SALES + 1, requests.counted().size());
    }

    @Test
    void theNewestSalesAreKeptAndThoseWithRequests() {
        LongStream.rangeClosed(1, SaleRequests.MAX_SALES)
                .forEach(sale -> requests.count(new VoucherId(sale), RequestOutcome.ACCEPTED));
        await(requests.flush(minutes));
        requests.count(new VoucherId(1), RequestOutcome.ACCEPTED);
        await(requests.flush(minutes));

        assertEquals(SaleRequests.KEPT_SALES + 1, requests.counted().size());
        assertTrue(requests.counted().keySet().containsAll(Set.of(0L, 1L, (long) SaleRequests.MAX_SALES)));
        requests.count(new VoucherId(2), RequestOutcome.ACCEPTED);
        await(requests.flush(minutes));
        assertEquals(2, accepted(2), "a sale that comes back goes on");
    }

    @Test
    void aSaleThatIsNotKnownIsNoneOfTheCounted() {
        requests.countLimited(99);
        requests.countLimited(0);
        await(requests.flush(minutes));
        assertEquals(2, minutes.requests(0, MINUTE, RequestOutcome.LIMITER_TOO_MANY));
        assertEquals(1, requests.counted().size());
    }

    @Test
    void namesFitIntoTheTable() {
        assertTrue(Arrays.stream(RequestOutcome.values())
                .allMatch(outcome -> outcome.name().length() <= 32));
    }
}
