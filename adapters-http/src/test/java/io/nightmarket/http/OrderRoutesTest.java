package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.testkit.Json.json;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OrderRoutesTest extends RoutesTestBase {
    private static final Instant NOON = Instant.parse("2026-11-20T04:00:00Z");

    @Test
    void aSettledOrderIsShownToItsOwner() {
        String token = client.logIn(Role.SHOPPER);
        UserId owner = client.user(token);
        node.orderLedger.plantOrder(new OrderId(662373112750247937L), owner, new VoucherId(9), NOON);
        assertEquals(
                json(
                        "{'id':'662373112750247937','orderNo':'%s','userId':%d,'state':'SETTLED','voucherId':9,'payType':1,"
                                + "'status':1,'createTime':'2026-11-20T12:00:00','updateTime':'2026-11-20T12:00:00'}",
                        TestNode.NUMBERS.of(new OrderId(662373112750247937L)), owner.value()),
                client.get("/voucher-order/662373112750247937", AUTH, token).object());
    }

    @Test
    void aRejectedOrderSaysWhy() {
        String token = client.logIn(Role.SHOPPER);
        QueueEntry.QueuedOrder order = new QueueEntry.QueuedOrder(
                new EntryId(1, 1), new Purchase(new OrderId(77), new VoucherId(9), client.user(token)), NOON);
        OrderLedger.Writer writer = await(node.orderLedger.becomeWriter(Shard.FIRST));
        node.orderLedger.reject(writer, order);
        JsonObject shown = client.get("/voucher-order/77", AUTH, token).object();
        assertEquals("REJECTED", shown.getString("state"));
        assertEquals(TestNode.NUMBERS.of(new OrderId(77)), shown.getString("orderNo"));
        assertEquals("UNWRITABLE", shown.getString("reason"));
    }

    @Test
    void forOtherUsersItDoesNotExist() {
        String owner = client.logIn(Role.SHOPPER);
        node.orderLedger.plantOrder(new OrderId(78), client.user(owner), new VoucherId(9), NOON);
        client.get("/voucher-order/78").isRefused(401, "LOGIN_REQUIRED");
        for (Role role : List.of(Role.SHOPPER, Role.MERCHANT, Role.ADMIN)) {
            client.get("/voucher-order/78", AUTH, client.logIn(role)).isRefused(200, "ORDER_NOT_FOUND");
        }
        client.get("/voucher-order/79", AUTH, owner).isRefused(200, "ORDER_NOT_FOUND");
    }
}
