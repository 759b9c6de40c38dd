package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The signed path of a sale, as a front end and a program that can't wait meet it. */
final class PurchasePathRoutesTest extends RoutesTestBase {
    private static final Duration LENGTH = Duration.ofMinutes(10);
    private static final SaleOptions SIGNED = new SaleOptions(false, false, true);

    private String alice = "";
    private String bob = "";

    @BeforeEach
    void logIn() {
        alice = client.logIn(Role.SHOPPER);
        bob = client.logIn(Role.SHOPPER);
    }

    private Reply path(VoucherId sale, String token) {
        return client.get(buy(sale) + "/path", AUTH, token);
    }

    @Test
    void noPathIsKnownBeforeTheSaleBeginsAndNoPurchaseGoesWithoutOne() {
        VoucherId sale = sale(Duration.ofMinutes(1), LENGTH, SIGNED);
        path(sale, alice).isRefused(200, "SALE_NOT_STARTED");
        client.post(buy(sale), AUTH, alice).isRefused(200, "PATH_REQUIRED");
        node.clock.advance(Duration.ofMinutes(1));
        client.post(buy(sale), AUTH, alice).isRefused(200, "PATH_REQUIRED");
        client.post(buy(sale) + "?key=", AUTH, alice).isRefused(200, "PATH_REQUIRED");
        client.post(buy(sale) + "?key=AAAAAAAAAAAAAAAAAAAAAA", AUTH, alice).isRefused(200, "PATH_REQUIRED");

        String path = String.valueOf(path(sale, alice).data());
        assertTrue(path.startsWith(buy(sale) + "?key="), path);
        var _ = client.post(path, AUTH, alice).data();
        client.post(path, AUTH, alice).isRefused(200, "ALREADY_BOUGHT");
    }

    @Test
    void aPathIsOfOneBuyerAndOneSale() {
        VoucherId sale = sale(Duration.ZERO, LENGTH, SIGNED);
        VoucherId other = sale(Duration.ZERO, LENGTH, SIGNED);
        String path = String.valueOf(path(sale, alice).data());
        assertEquals(path, path(sale, alice).data());
        client.post(path, AUTH, bob).isRefused(200, "PATH_REQUIRED");
        client.post(buy(other) + path.substring(path.indexOf('?')), AUTH, alice).isRefused(200, "PATH_REQUIRED");
        var _ = client.post(path + "&ack=accepted", AUTH, alice).data();
    }

    @Test
    void aSaleThatIsOverOrUnknownHasNoPath() {
        VoucherId sale = sale(Duration.ZERO, LENGTH, SIGNED);
        node.clock.advance(LENGTH);
        path(sale, alice).isRefused(200, "SALE_ENDED");
        path(new VoucherId(4_000_000), alice).isRefused(200, "VOUCHER_NOT_FOUND");
    }

    @Test
    void anotherSaleHasTheSamePathForAll() {
        VoucherId sale = sale(Duration.ZERO, LENGTH, SaleOptions.NONE);
        assertEquals(buy(sale), path(sale, alice).data());
        var _ = client.post(buy(sale) + "?key=anything", AUTH, alice).data();
    }

    @Test
    void theListOfVouchersShowsTheOptionsOfASale() {
        Map<String, VoucherId> sales = Map.of(
                "waitlist", sale(Duration.ZERO, LENGTH, new SaleOptions(true, false, false)),
                "waitingRoom", sale(Duration.ZERO, LENGTH, new SaleOptions(false, true, false)),
                "signedPath", sale(Duration.ZERO, LENGTH, SIGNED));
        sales.forEach((name, sale) -> {
            Set<String> shown = new HashSet<>(listed(sale).fieldNames());
            shown.retainAll(sales.keySet());
            assertEquals(Set.of(name), shown);
        });
    }

    private JsonObject listed(VoucherId sale) {
        return client.get("/voucher/list/1").list().stream()
                .map(JsonObject.class::cast)
                .filter(each -> each.getValue("id").toString().equals(Long.toString(sale.value())))
                .findFirst()
                .orElseThrow();
    }
}
