package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.vertx.core.json.JsonArray;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CheckInRoutesTest extends RoutesTestBase {
    private String token = "";

    /** Each test has a month before and days of its own month before. */
    @BeforeEach
    void logIn() {
        Instant noon = today().withDayOfMonth(15)
                .plusMonths(1)
                .atTime(LocalTime.NOON)
                .atZone(TestConfig.ZONE)
                .toInstant();
        node.clock.advance(Duration.between(node.clock.instant(), noon));
        token = client.logIn(TestClient.newPhone());
    }

    private LocalDate today() {
        return LocalDate.ofInstant(node.clock.instant(), TestConfig.ZONE);
    }

    private Reply makeUp(Object day) {
        return client.post("/user/sign/make-up", object("date", day.toString()), AUTH, token);
    }

    private @Nullable Object streak() {
        return client.get("/user/sign/count", AUTH, token).data();
    }

    @Test
    void aCheckInCountsAtOnceAndOnce() {
        assertEquals(0, streak());
        assertNull(client.post("/user/sign", AUTH, token).data());
        assertNull(client.post("/user/sign", AUTH, token).data());
        assertEquals(1, streak());
        assertNull(makeUp(today().minusDays(1)).data());
        assertEquals(2, streak());
    }

    @Test
    void theCalendarOfAMonth() {
        LocalDate yesterday = today().minusDays(1);
        assertNull(makeUp(yesterday).data());
        JsonArray only = new JsonArray().add(yesterday.getDayOfMonth());
        assertEquals(
                object("month", YearMonth.from(yesterday).toString(), "days", only, "madeUp", only, "makeUpsLeft", 0),
                client.get("/user/sign/calendar?month=" + YearMonth.from(yesterday), AUTH, token)
                        .object());
        assertEquals(
                YearMonth.from(today()).toString(),
                client.get("/user/sign/calendar?&month=", AUTH, token).object().getString("month"));
    }

    @Test
    void badDaysChangeNothing() {
        makeUp(today()).isRefused(200, "SIGN_NOT_PAST");
        makeUp(today().plusDays(1)).isRefused(200, "SIGN_NOT_PAST");
        makeUp(today().minusDays(31)).isRefused(200, "SIGN_TOO_OLD");
        for (String month : new String[] {"2026-13", "2026", "0000-01", "2026-11-20"}) {
            client.get("/user/sign/calendar?month=" + month, AUTH, token).isRefused(400, "BAD_REQUEST");
        }
        assertNull(makeUp(today().minusDays(10)).data());
        makeUp(today().minusDays(9)).isRefused(200, "SIGN_MADE_UP_TOO_OFTEN");
        assertEquals(0, streak());
    }
}
