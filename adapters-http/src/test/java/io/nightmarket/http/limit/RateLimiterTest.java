package io.nightmarket.http.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.limit.RateLimiter.Bucket;
import io.nightmarket.http.request.ClientAddresses;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.headers.HeadersMultiMap;
import io.vertx.core.net.SocketAddress;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RateLimiterTest {
    private static final long USER = 7;
    private static final long SALE = 9;

    private final AtomicLong nanos = new AtomicLong();
    private final TokenBuckets addresses = buckets(2);
    private final TokenBuckets users = buckets(1);
    private final TokenBuckets sales = buckets(1);
    private final HttpServerRequest request = request();

    /** This number of requests a minute. */
    private TokenBuckets buckets(int count) {
        return new TokenBuckets(count, Duration.ofMinutes(1), nanos::get);
    }

    private RateLimiter limiter(TokenBuckets perAddress) {
        return new RateLimiter(new ClientAddresses(_ -> false), perAddress);
    }

    /** A request of 127.0.0.1 without headers; anything else of it is not read. */
    private static HttpServerRequest request() {
        return (HttpServerRequest) Proxy.newProxyInstance(
                RateLimiterTest.class.getClassLoader(),
                new Class<?>[] {HttpServerRequest.class},
                (_, method, _) -> switch (method.getName()) {
                    case "remoteAddress" -> SocketAddress.inetSocketAddress(1, "127.0.0.1");
                    case "headers" -> HeadersMultiMap.httpHeaders();
                    default -> throw new AssertionError(method.getName());
                });
    }

    private static void assertRejected(@Nullable Answer answer) {
        Answer.Refused refused = assertInstanceOf(Answer.Refused.class, answer);
        assertEquals(ErrorCode.TOO_MANY_REQUESTS, refused.code());
    }

    @Test
    void aRequestThatIsWithinAllLimitsTakesFromEachBucket() {
        RateLimiter limiter = limiter(addresses);

        assertNull(limiter.refusal(request));
        assertNull(limiter.refusal(request, new Bucket(users, USER), new Bucket(sales, SALE)));

        assertEquals(Duration.ofMinutes(1), users.take(USER));
        assertEquals(Duration.ofMinutes(1), sales.take(SALE));
    }

    @Test
    void aRequestOverALaterLimitTakesFromNoBucket() {
        RateLimiter limiter = limiter(addresses);
        assertEquals(Duration.ZERO, sales.take(SALE));

        for (int i = 0; i < 5; i++) {
            assertNull(limiter.refusal(request), "the address has its token back");
            assertRejected(limiter.refusal(request, new Bucket(users, USER), new Bucket(sales, SALE)));
        }

        assertEquals(Duration.ZERO, users.take(USER), "the user has the token back");
    }

    @Test
    void aRequestOverTheLimitOfItsAddressIsRejectedUntilATokenIsThere() {
        RateLimiter limiter = limiter(addresses);
        assertNull(limiter.refusal(request));
        assertNull(limiter.refusal(request));

        Answer.Refused refused = assertInstanceOf(Answer.Refused.class, limiter.refusal(request));
        assertEquals(Duration.ofSeconds(30), refused.retryAfter());

        nanos.addAndGet(Duration.ofSeconds(30).toNanos());
        assertNull(limiter.refusal(request));
    }

    @Test
    void withoutALimitOfAddressesOnlyTheOthersCount() {
        RateLimiter limiter = limiter(buckets(0));

        assertNull(limiter.refusal(request, new Bucket(users, USER)));
        assertRejected(limiter.refusal(request, new Bucket(users, USER)));
        assertNull(limiter.refusal(request, new Bucket(users, USER + 1)));
    }
}
