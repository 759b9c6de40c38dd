package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.InMemoryAuditTrail;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Request;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LimitsTest {
    private static final int THREADS = 4;
    private static final int REQUESTS = 20_000;
    private static final RateLimit MANY = new RateLimit(1_000, Duration.ofSeconds(1));

    private final Limits limits = new SharedHttpState(
                    new TestConfig()
                            .reading(MANY, MANY, MANY, MANY, MANY)
                            .buying(MANY, MANY, MANY, MANY)
                            .logins(MANY, MANY)
                            .build(),
                    TestNode.SECRET,
                    new InMemoryAuditTrail(),
                    Clock.systemUTC(),
                    System::nanoTime,
                    new Overload(System::nanoTime),
                    new Random(),
                    RequestMeter.NONE)
            .limits();

    /** What all routes are limited by. */
    private List<Limit> all() {
        return Arrays.stream(Limits.class.getRecordComponents())
                .filter(component -> component.getType() == Limit.class)
                .map(component -> {
                    try {
                        return (Limit) component.getAccessor().invoke(limits);
                    } catch (ReflectiveOperationException e) {
                        throw new LinkageError(e.getMessage(), e);
                    }
                })
                .toList();
    }

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                LimitsTest.class.getClassLoader(),
                new Class<?>[] {type},
                (_, method, _) -> answers.get(method.getName())));
    }

    private static Request request(Random random) {
        HttpServerRequest http = answering(
                HttpServerRequest.class,
                Map.of(
                        "remoteAddress", SocketAddress.inetSocketAddress(1, "10.0.0." + random.nextInt(3)),
                        "headers", MultiMap.caseInsensitiveMultiMap()));
        RoutingContext context = answering(
                RoutingContext.class, Map.of("request", http, "pathParam", String.valueOf(random.nextInt(3))));
        return new Request(
                context,
                new Session(SessionId.random(random), new UserId(1 + random.nextInt(3)), Role.SHOPPER, Instant.EPOCH),
                "");
    }

    /** Their locks are taken in one order. */
    @Test
    void allLimitsAtOnceNeverWaitForEachOther() throws InterruptedException {
        List<Limit> all = all();
        CountDownLatch done = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(i);
            Thread.ofPlatform().daemon().start(() -> {
                for (int j = 0; j < REQUESTS; j++) {
                    var _ = all.get(random.nextInt(all.size())).take(request(random));
                }
                done.countDown();
            });
        }
        assertTrue(done.await(60, TimeUnit.SECONDS));
    }
}
