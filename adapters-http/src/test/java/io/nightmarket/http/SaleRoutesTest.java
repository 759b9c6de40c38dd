package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class SaleRoutesTest extends RoutesTestBase {
    private static final String KEY = "idempotency-key";
    private static final Duration HOUR = Duration.ofHours(1);

    @BeforeAll
    void openShop() {
        node.shops.add(Shops.shop(1));
    }

    @Test
    void oneBuyerBuysOnceAndTheOrderCanBeSeen() {
        String path = buy(sale(5, Duration.ZERO));
        String token = client.logIn(Role.SHOPPER);
        String order =
                assertInstanceOf(String.class, client.post(path, AUTH, token).data());
        Reply again = client.post(path, AUTH, token).refusedAs(200, "ALREADY_BOUGHT");
        assertEquals("不能重复下单", again.text());
        assertEquals(order, again.json().getString("data"));
        var shown = client.get("/voucher-order/" + order, AUTH, token).object();
        assertEquals(order, shown.getString("id"));
        assertEquals("QUEUED", shown.getString("state"));
    }

    @Test
    void theWindowHolds() {
        String token = client.logIn(Role.SHOPPER);
        Reply early = client.post(buy(sale(1, HOUR)), AUTH, token);
        assertEquals("秒杀尚未开始", early.refusedAs(200, "SALE_NOT_STARTED").text());
        Reply late = client.post(buy(sale(1, HOUR.multipliedBy(-3))), AUTH, token);
        assertEquals("秒杀已经结束", late.refusedAs(200, "SALE_ENDED").text());
    }

    @Test
    void aClickRepeatedWithItsKeyIsASuccessAgain() {
        VoucherId voucher = sale(7, Duration.ZERO);
        String token = client.logIn(Role.SHOPPER);
        Object order = client.post(buy(voucher), AUTH, token, KEY, "click-1").data();
        assertEquals(
                order, client.post(buy(voucher), AUTH, token, KEY, "click-1").data());
        client.post(buy(voucher), AUTH, token, KEY, "click-2").isRefused(200, "ALREADY_BOUGHT");
        client.post(buy(voucher), AUTH, token).isRefused(200, "ALREADY_BOUGHT");
        String other = client.logIn(Role.SHOPPER);
        assertInstanceOf(
                String.class,
                client.post(buy(voucher), AUTH, other, KEY, "click-1").data());
        assertEquals(5, await(node.queue.available(Shard.FIRST, voucher)).orElseThrow());
    }

    @Test
    void aKeyThatCanBeNoneIsRefusedAndNothingBought() {
        VoucherId voucher = sale(7, Duration.ZERO);
        String token = client.logIn(Role.SHOPPER);
        for (String key : List.of("k".repeat(65), "two words")) {
            client.post(buy(voucher), AUTH, token, KEY, key).isRefused(400, "BAD_REQUEST");
        }
        assertEquals(7, await(node.queue.available(Shard.FIRST, voucher)).orElseGet(() -> 7L));
    }

    @Test
    void nobodyBuysWithoutALogin() {
        VoucherId voucher = sale(7, Duration.ZERO);
        client.post(buy(voucher)).isRefused(401, "LOGIN_REQUIRED");
        client.post(buy(voucher), AUTH, FORGED).isRefused(401, "LOGIN_REQUIRED");
        client.post("/voucher-order/seckill/abc").isRefused(401, "LOGIN_REQUIRED");
        String token = client.logIn(Role.SHOPPER);
        assertInstanceOf(String.class, client.post(buy(voucher), AUTH, token).data());
        assertEquals(6, await(node.queue.available(Shard.FIRST, voucher)).orElseThrow());
    }
}
