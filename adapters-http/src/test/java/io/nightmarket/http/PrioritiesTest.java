package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.overload.Priority;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests are rejected first under overload. */
final class PrioritiesTest {
    @ParameterizedTest
    @CsvSource({
        "GET, /health/live, FIRST",
        "POST, /voucher-order/123/pay, FIRST",
        "POST, /api/voucher-order/123/cancel, FIRST",
        "POST, /voucher-order/123/refund, FIRST",
        "POST, /voucher-order/verify, FIRST",
        "POST, /payment/notify, FIRST",
        "DELETE, /voucher-order/seckill/7/waitlist, FIRST",
        "POST, /admin/sales/7/pause, FIRST",
        "POST, /user/login, LOGIN",
        "POST, /api/user/code?phone=13800000000, LOGIN",
        "POST, /voucher-order/seckill/7, BUY",
        "POST, /api/voucher-order/seckill/7?ack=durable, BUY",
        "POST, /voucher-order, BUY",
        "POST, /voucher-order/%73eckill/7, BUY",
        "POST, /voucher-order/seckill/7?x=/pay, BUY",
        "POST, /voucher-order/1/pay/../../seckill/7, BUY",
        "POST, /health/../voucher-order/seckill/7, BUY",
        "POST, //voucher-order/seckill/7, BUY",
        "POST, http://market/voucher-order/seckill/7, BUY",
        "POST, /voucher-order/seckill/7/waitlist, BUY",
        "DELETE, /voucher-order/seckill/7, BUY",
        "GET, /health/../shop/1, READ",
        "GET, /voucher-order/seckill/7/result, OUTCOME",
        "GET, /api/voucher-order/seckill/7/result?x=1, OUTCOME",
        "GET, /voucher-order/events/7/result, READ",
        "GET, /voucher-order/of/me, READ",
        "GET, /shop/1, READ",
        "HEAD, /shop/1, READ",
        "GET, /api/shop/of/name?name=a, READ",
        "PUT, /blog/like/4, READ",
        "GET, http://market/voucher-order/events, READ",
        "GET, /voucher-order/events, STREAM",
        "GET, /blog/of/follow/unread/events, STREAM",
        "GET, /admin/audit, BACKGROUND"
    })
    void followFromMethodAndTarget(String method, String uri, Priority priority) {
        assertEquals(priority, Priorities.of(method, uri));
    }
}
