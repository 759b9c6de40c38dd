package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.sale.admission.RequestOutcome;
import io.nightmarket.domain.sale.admission.SaleMinutes;
import io.nightmarket.domain.sale.admission.SaleMinutes.Requests;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

public abstract class SaleMinutesContract {
    private static final Instant MINUTE = Instant.parse("2030-03-31T01:59:00Z");
    private static final int SALES = 400;

    protected abstract SaleMinutes minutes();

    /** The number of a sale that no other test counts, nor the {@value #SALES} after it. */
    protected abstract long newSale();

    /** The requests of a minute; 0 without any. */
    protected abstract long requests(long sale, Instant minute, RequestOutcome outcome);

    @Test
    void requestsOfAMinuteAreAddedUpByOutcome() {
        long sale = newSale();
        await(minutes()
                .add(
                        MINUTE,
                        List.of(
                                new Requests(sale, RequestOutcome.ACCEPTED, 3),
                                new Requests(sale, RequestOutcome.QUEUE_SOLD_OUT, 7))));
        await(minutes().add(MINUTE, List.of(new Requests(sale, RequestOutcome.ACCEPTED, 2))));
        await(minutes().add(MINUTE.plusSeconds(60), List.of(new Requests(sale, RequestOutcome.ACCEPTED, 1))));

        assertEquals(5, requests(sale, MINUTE, RequestOutcome.ACCEPTED));
        assertEquals(7, requests(sale, MINUTE, RequestOutcome.QUEUE_SOLD_OUT));
        assertEquals(1, requests(sale, MINUTE.plusSeconds(60), RequestOutcome.ACCEPTED));
        assertEquals(0, requests(sale, MINUTE, RequestOutcome.UNKNOWN));
        assertEquals(0, requests(sale + 1, MINUTE, RequestOutcome.ACCEPTED));
    }

    @Test
    void nodesThatAddToTheSameSalesAtOnceLoseNothing() {
        long first = newSale();
        List<Requests> batch = LongStream.range(first, first + SALES)
                .mapToObj(sale -> new Requests(sale, RequestOutcome.ACCEPTED, 1))
                .toList();
        var _ = Stages.atOnce(6, _ -> minutes().add(MINUTE, batch).thenApply(_ -> true));

        assertEquals(6, requests(first, MINUTE, RequestOutcome.ACCEPTED));
        assertEquals(6, requests(first + SALES - 1, MINUTE, RequestOutcome.ACCEPTED));
    }

    @Test
    void requestsOfOtherSalesHaveARowOfTheirOwn() {
        long before = requests(0, MINUTE, RequestOutcome.LIMITER_TOO_MANY);
        await(minutes().add(MINUTE, List.of(new Requests(0, RequestOutcome.LIMITER_TOO_MANY, 4))));
        assertEquals(before + 4, requests(0, MINUTE, RequestOutcome.LIMITER_TOO_MANY));
    }
}
