package io.nightmarket.http.audit;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.memory.InMemoryAuditTrail;
import io.nightmarket.http.limit.TokenBuckets;
import io.nightmarket.http.request.ClientAddresses;
import io.nightmarket.testkit.LogLines;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.headers.HeadersMultiMap;
import io.vertx.core.net.SocketAddress;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AuditLogTest {
    private static final AuditLog.Actor STAFF = new AuditLog.Actor(Optional.of(new UserId(7)), true);

    private final InMemoryAuditTrail trail = new InMemoryAuditTrail();
    private final AuditLog log = new AuditLog(
            trail, new ClientAddresses(_ -> false), buckets(2), buckets(3), Clock.systemUTC(), PhoneFormat.MAINLAND);

    private long nanos;

    private TokenBuckets buckets(int count) {
        return new TokenBuckets(count, Duration.ofMinutes(1), () -> nanos);
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

    @ParameterizedTest
    @CsvSource({
        "1[3-9][0-9]{9}, 13812345678, 138****5678",
        "1[3-9][0-9]{9}, +8613812345678, +86138****5678",
        "1[3-9][0-9]{9}, 008613812345678, 0086138****5678",
        "1[3-9][0-9]{9}, 91234567, 91234567",
        "1[3-9][0-9]{9}, 662437656742854657, 662437656742854657",
        "1[3-9][0-9]{9}, 120.13812345678, 120.13812345678",
        "^[2-9][0-9]{7}$, 91234567, 91****67",
        "^[2-9][0-9]{7}$, +85291234567, +85291****67",
        "^[2-9][0-9]{7}$, 662437656742854657, 662437656742854657",
        "[0-9]{6}, 123456, 1****6"
    })
    void thePhonesOfTheSiteAreMasked(String phones, String written, String shown) {
        AuditLog ofSite = new AuditLog(
                trail,
                new ClientAddresses(_ -> false),
                buckets(9),
                buckets(9),
                Clock.systemUTC(),
                new PhoneFormat(phones));

        ofSite.record(from(1), STAFF, "changeRole", "/admin/roles {\"phone\":\"" + written + "\"}", AuditEvent.OK);

        AuditEvent event = await(trail.list(
                        new AuditTrail.Filter(Optional.empty(), Optional.empty()), Long.MAX_VALUE, Integer.MAX_VALUE))
                .getFirst()
                .event();
        assertEquals("/admin/roles {\"phone\":\"" + shown + "\"}", event.subject());
    }

    private void refuse(int address, String operation, int times) {
        for (int i = 0; i < times; i++) {
            log.record(from(address), AuditLog.Actor.STRANGER, operation, "", "CODE_WRONG");
        }
    }

    @Test
    void whatIsNotWrittenForAllTakesNothingFromItsAddress() {
        refuse(1, "others", 2);
        refuse(2, "others", 1);
        refuse(3, "own", 5);
        nanos += Duration.ofSeconds(40).toNanos();
        refuse(3, "own", 5);

        assertEquals(2, written("own"));
    }

    @Test
    void theNextLineSaysHowManyRefusalsAreMissing() {
        try (LogLines lines = new LogLines("audit")) {
            refuse(77, "missed", 6);
            log.record(from(77), AuditLog.Actor.STRANGER, "missed", "", AuditEvent.OK);
            assertEquals(
                    List.of("4 refusals before this event were not recorded: too many at once"),
                    lines.events().stream()
                            // Nodes of other classes log here, too.
                            .filter(line -> line.getThreadName()
                                    .equals(Thread.currentThread().getName()))
                            .map(ILoggingEvent::getFormattedMessage)
                            .filter(line -> line.contains("before this event"))
                            .toList());
        }
    }
}
