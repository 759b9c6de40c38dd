package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.IdSegmentsContract;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.memory.InMemoryIdSegments;
import io.nightmarket.redis.id.RedisIdSegments;
import io.nightmarket.redis.link.RedisKeys;
import io.vertx.redis.client.Command;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisIdSegmentsIT extends IdSegmentsContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final LocalDate day =
            LocalDate.of(2100, 1, 1).plusDays(ThreadLocalRandom.current().nextInt(1_000_000));
    private final IdSegments truth = new InMemoryIdSegments();
    private final AtomicInteger granted = new AtomicInteger();
    private final IdSegments segments = node(1_000_000);

    @Override
    protected IdSegments segments() {
        return segments;
    }

    private IdSegments node(int stride) {
        return new RedisIdSegments(
                REDIS.link(),
                (when, size, above) -> {
                    granted.incrementAndGet();
                    return truth.lease(when, size, above);
                },
                stride);
    }

    /** Days are drawn at random, and an earlier run may have had this one. */
    @BeforeEach
    void forget() {
        var _ = REDIS.redis(Command.DEL, RedisKeys.idStride(day));
    }

    @Test
    void oneStrideServesManyRuns() {
        for (int run = 0; run < 100; run++) {
            assertEquals(run * 10_000L + 1, await(segments.lease(day, 10_000)));
        }
        assertEquals(1, granted.get());

        assertEquals(1_000_001, await(segments.lease(day, 10_000)));
        assertEquals(2, granted.get());
    }

    @Test
    void aRunThatTheRestOfAStrideCannotHoldComesFromTheNext() {
        IdSegments small = node(10);
        assertEquals(1, await(small.lease(day, 7)));
        assertEquals(11, await(small.lease(day, 7)));
        assertEquals(18, await(small.lease(day, 3)));
        assertEquals(21, await(small.lease(day, 1)));
    }

    @Test
    void aRunLongerThanAStrideIsGrantedWhole() {
        IdSegments small = node(10);
        assertEquals(1, await(small.lease(day, 25)));
        assertEquals(26, await(small.lease(day, 5)));
    }

    @Test
    void nodesThatNeedAStrideAtOnceAgreeOnOne() {
        AtomicInteger asked = new AtomicInteger();
        CompletableFuture<Void> both = new CompletableFuture<>();
        IdSegments together = (when, size, above) -> {
            if (asked.incrementAndGet() == 2) {
                both.complete(null);
            }
            return both.thenCompose(_ -> truth.lease(when, size, above));
        };

        List<Long> firsts = atOnce(2, _ -> new RedisIdSegments(REDIS.link(), together, 1_000).lease(day, 10));

        assertEquals(10, Math.abs(firsts.getFirst() - firsts.getLast()), "both are from one stride");
        assertEquals(2, asked.get());
    }

    @Test
    void theGrantingStoreMayBeAwayAsLongAsTheStrideLasts() {
        Unavailable away = new Unavailable("away");
        CompletableFuture<Long> once = CompletableFuture.completedFuture(1L);
        AtomicInteger asked = new AtomicInteger();
        IdSegments dying = (_, _, _) -> asked.getAndIncrement() == 0 ? once : CompletableFuture.failedStage(away);
        IdSegments small = new RedisIdSegments(REDIS.link(), dying, 100);
        for (int run = 0; run < 10; run++) {
            assertEquals(run * 10L + 1, await(small.lease(day, 10)));
        }

        assertEquals(away, failureOf(small.lease(day, 10)));
        assertEquals(away, failureOf(small.lease(day, 10)));
    }

    @Test
    void aStrideIsForgottenWhenItsDayIsLongOver() {
        var _ = await(segments.lease(day, 1));

        long left = REDIS.redis(Command.PTTL, RedisKeys.idStride(day)).number();

        assertTrue(left > 86_400_000 && left <= 2 * 86_400_000, () -> left + " ms");
    }

    @Test
    void aStrideHoldsAtLeastOneNumber() {
        assertThrows(IllegalArgumentException.class, () -> node(0));
    }
}
