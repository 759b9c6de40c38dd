package io.nightmarket.http.audit;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.memory.InMemoryAuditTrail;
import io.nightmarket.http.limit.TokenBuckets;
import io.nightmarket.http.request.ClientAddresses;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.headers.HeadersMultiMap;
import io.vertx.core.net.SocketAddress;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AuditLogTest {
    private static final AuditLog.Actor STAFF = new AuditLog.Actor(Optional.of(new UserId(7)), true);

    private final InMemoryAuditTrail trail = new InMemoryAuditTrail();
    private final AuditLog log =
            new AuditLog(trail, new ClientAddresses(_ -> false), buckets(2), buckets(3), Clock.systemUTC());

    private static TokenBuckets buckets(int count) {
        return new TokenBuckets(count, Duration.ofMinutes(1), () -> 0);
    }

    private static HttpServerRequest from(int address) {
        return (HttpServerRequest) Proxy.newProxyInstance(
                AuditLogTest.class.getClassLoader(),
                new Class<?>[] {HttpServerRequest.class},
                (_, method, _) -> switch (method.getName()) {
                    case "remoteAddress" -> SocketAddress.inetSocketAddress(1, "192.0.2." + address);
                    case "headers" -> HeadersMultiMap.httpHeaders();
                    default -> throw new AssertionError(method.getName());
                });
    }

    private int written(String action) {
        return await(trail.list(
                        new AuditTrail.Filter(Optional.empty(), Optional.of(action)),
                        Long.MAX_VALUE,
                        Integer.MAX_VALUE))
                .size();
    }

    @Test
    void refusalsOfStrangersHaveALimitByAddressAndOneInAll() {
        for (int address = 1; address <= 10; address++) {
            for (int i = 0; i < 5; i++) {
                log.record(from(1), AuditLog.Actor.STRANGER, "one", "", "CODE_WRONG");
                log.record(from(address), AuditLog.Actor.STRANGER, "many", "", "CODE_WRONG");
            }
        }

        assertEquals(3, written("one") + written("many"));
        log.record(from(20), AuditLog.Actor.STRANGER, "logIn", "", AuditEvent.OK);
        assertEquals(1, written("logIn"), "successes have none");
        for (int i = 0; i < 5; i++) {
            log.record(from(1), STAFF, "pauseSale", "", "FORBIDDEN");
        }
        assertEquals(2, written("pauseSale"), "a member of staff has one of their own, whatever the address did");
    }
}
