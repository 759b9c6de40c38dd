package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.admission.RequestOutcome;
import io.nightmarket.domain.sale.admission.SaleRequests;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each request is counted once, by what its client was answered. */
final class RequestOutcomesTest extends RoutesTestBase {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String KEY = "idempotency-key";

    @AfterEach
    void mend() {
        node.idDraws.mend();
        node.admissions.mend();
        node.shopReads.mend();
    }

    private Map<RequestOutcome, Long> counted(VoucherId sale) {
        Map<RequestOutcome, Long> sums = new EnumMap<>(RequestOutcome.class);
        SaleRequests.Counts counts = node.requests.counted().get(sale.value());
        if (counts != null) {
            for (RequestOutcome outcome : RequestOutcome.values()) {
                sums.put(outcome, counts.sum(outcome));
            }
            sums.values().removeIf(sum -> sum == 0);
        }
        return sums;
    }

    @Test
    void answersAndRefusalsOfTheQueueAreCountedBySale() {
        VoucherId sale = sale(1, Duration.ZERO);
        String buyer = client.logIn(Role.SHOPPER);
        var _ = client.post(buy(sale), AUTH, buyer, KEY, "one").data();
        var _ = client.post(buy(sale), AUTH, buyer, KEY, "one").data();
        client.post(buy(sale), AUTH, buyer).isRefused(200, "ALREADY_BOUGHT");
        client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).isRefused(200, "SOLD_OUT");
        client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).isRefused(200, "SOLD_OUT");
        assertEquals(
                Map.of(
                        RequestOutcome.ACCEPTED, 1L,
                        RequestOutcome.REPEATED, 1L,
                        RequestOutcome.QUEUE_ALREADY_BOUGHT, 1L,
                        RequestOutcome.QUEUE_SOLD_OUT, 1L,
                        RequestOutcome.MEMORY_SOLD_OUT, 1L),
                counted(sale));
    }

    @Test
    void refusalsByTimePathAndRoomAreCountedBySale() {
        String buyer = client.logIn(Role.SHOPPER);
        Map<RequestOutcome, VoucherId> sales = new EnumMap<>(Map.of(
                RequestOutcome.QUEUE_NOT_STARTED, sale(1, HOUR),
                RequestOutcome.QUEUE_ENDED, sale(1, HOUR.multipliedBy(-3)),
                RequestOutcome.PATH_REQUIRED, sale(Duration.ZERO, HOUR, new SaleOptions(false, false, true)),
                RequestOutcome.ROOM_PASS_REQUIRED, sale(Duration.ZERO, HOUR, new SaleOptions(false, true, false))));
        sales.forEach((outcome, sale) -> {
            var _ = client.post(buy(sale), AUTH, buyer);
            assertEquals(Map.of(outcome, 1L), counted(sale));
        });
    }

    @Test
    void failuresAreCountedBySale() {
        VoucherId sale = sale(5, Duration.ZERO);
        node.idDraws.failWith(new Unavailable("away"));
        client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).isRefused(503, "UNAVAILABLE");
        node.idDraws.mend();
        node.admissions.failWith(Unavailable.overloaded("full"));
        client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).isRefused(503, "UNAVAILABLE");
        node.idDraws.failWith(new TimedOut("no answer"));
        client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).isRefused(503, "OUTCOME_UNKNOWN");
        assertEquals(
                Map.of(RequestOutcome.FAILED, 1L, RequestOutcome.NODE_OVERLOADED, 1L, RequestOutcome.UNKNOWN, 1L),
                counted(sale));
    }

    @Test
    void requestsAreMeasuredByOperationAndOutcome() {
        VoucherId sale = sale(1, HOUR);
        node.measured.clear();
        client.post(buy(sale)).isRefused(401, "LOGIN_REQUIRED");
        client.get("/shop/x").isRefused(400, "BAD_REQUEST");
        client.get("/shop/999").isRefused(200, "SHOP_NOT_FOUND");
        var _ = client.get("/shop/1").object();
        node.shopReads.throwThis(new IllegalArgumentException("a bug"));
        client.get("/shop/998").isRefused(500, "INTERNAL");
        client.get("/nowhere").isRefused(404, "NOT_FOUND");
        assertEquals(
                List.of(
                        "placeFlashOrder LOGIN_REQUIRED",
                        "findShop BAD_REQUEST",
                        "findShop SHOP_NOT_FOUND",
                        "findShop OK",
                        "findShop INTERNAL"),
                List.copyOf(node.measured));
    }
}
