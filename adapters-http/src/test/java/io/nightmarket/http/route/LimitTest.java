package io.nightmarket.http.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.limit.TokenBuckets;
import io.vertx.ext.web.RoutingContext;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LimitTest {
    private static final long ADDRESS = 5;
    private static final long USER = 7;
    private static final long SALE = 9;

    private final AtomicLong nanos = new AtomicLong();
    private final TokenBuckets addresses = buckets(2);
    private final TokenBuckets users = buckets(1);
    private final TokenBuckets sales = buckets(1);
    private final Request request = request();

    /** This number of requests a minute. */
    private TokenBuckets buckets(int count) {
        return new TokenBuckets(count, Duration.ofMinutes(1), nanos::get);
    }

    private Limit limit(TokenBuckets perAddress) {
        Limit sale = Limit.of(sales, _ -> SALE);
        return Limit.of(perAddress, _ -> ADDRESS, Limit.of(users, _ -> USER, sale));
    }

    /** A request of which nothing is read. */
    private static Request request() {
        return new Request(
                (RoutingContext) Proxy.newProxyInstance(
                        LimitTest.class.getClassLoader(), new Class<?>[] {RoutingContext.class}, (_, method, _) -> {
                            throw new AssertionError(method.getName());
                        }),
                null,
                "");
    }

    @Test
    void aRequestThatIsWithinAllLimitsTakesFromEachBucket() {
        assertNull(limit(addresses).refusal(request));

        assertEquals(Duration.ZERO, addresses.take(ADDRESS), "one of two");
        assertEquals(Duration.ofSeconds(30), addresses.take(ADDRESS));
        assertEquals(Duration.ofMinutes(1), users.take(USER));
        assertEquals(Duration.ofMinutes(1), sales.take(SALE));
    }

    @Test
    void aRequestOverALaterLimitTakesFromNoBucket() {
        Limit limit = limit(addresses);
        assertEquals(Duration.ZERO, sales.take(SALE));

        for (int i = 0; i < 5; i++) {
            Answer.Refused refused = assertInstanceOf(Answer.Refused.class, limit.refusal(request));
            assertEquals(ErrorCode.TOO_MANY_REQUESTS, refused.code());
            assertEquals(Duration.ofMinutes(1), refused.retryAfter());
        }

        assertEquals(Duration.ZERO, users.take(USER));
        assertEquals(Duration.ZERO, addresses.take(ADDRESS));
        assertEquals(Duration.ZERO, addresses.take(ADDRESS));
    }

    @Test
    void aRequestOverTheFirstLimitIsRejectedUntilATokenIsThere() {
        Limit limit = Limit.of(addresses, _ -> ADDRESS);
        assertNull(limit.refusal(request));
        assertNull(limit.refusal(request));

        Answer.Refused refused = assertInstanceOf(Answer.Refused.class, limit.refusal(request));
        assertEquals(Duration.ofSeconds(30), refused.retryAfter());

        nanos.addAndGet(Duration.ofSeconds(30).toNanos());
        assertNull(limit.refusal(request));
    }

    @Test
    void bucketsWithoutALimitAreLeftOut() {
        Limit limit = Limit.of(
                buckets(0),
                _ -> {
                    throw new AssertionError("the key is not asked for");
                },
                Limit.of(users, _ -> USER));

        assertNull(limit.refusal(request));
        assertEquals(Duration.ofMinutes(1), limit.take(request));
    }

    /** At no moment does a request hold a token that another one lacks. */
    @Test
    void requestsAtOnceTakeAllTokensThatThereAre() throws InterruptedException {
        int threads = 4;
        int requests = 20_000;
        TokenBuckets many = buckets(requests);
        TokenBuckets few = buckets(requests / 2);
        Limit limit = Limit.of(many, _ -> ADDRESS, Limit.of(few, _ -> SALE));
        AtomicInteger passed = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            Thread.ofPlatform().start(() -> {
                for (int j = 0; j < requests / threads; j++) {
                    passed.addAndGet(limit.take(request).isZero() ? 1 : 0);
                }
                done.countDown();
            });
        }
        done.await();

        assertEquals(requests / 2, passed.get());
        assertTrue(IntStream.range(0, requests / 2)
                .allMatch(_ -> many.take(ADDRESS).isZero()));
        assertEquals(Duration.ofMillis(3), many.take(ADDRESS));
    }
}
