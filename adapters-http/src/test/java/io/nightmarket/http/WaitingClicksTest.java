package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.testkit.Json.json;
import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.StockAdjustments.Written;
import io.nightmarket.domain.sale.queue.OrderQueue.Release;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clicks that wait for the ledger, and what can be asked about a click later on. */
final class WaitingClicksTest extends RoutesTestBase {
    private static final String DURABLE = "?ack=durable";

    private JsonObject result(VoucherId sale, String token) {
        return client.get(buy(sale) + "/result", AUTH, token).object();
    }

    private CompletableFuture<Reply> click(VoucherId sale, String token, String query) {
        return client.sendAsync(client.request(buy(sale) + query, AUTH, token)
                .POST(BodyPublishers.noBody())
                .build());
    }

    /** Settles what comes until the click is answered. */
    private Reply settled(CompletableFuture<Reply> click) {
        while (!click.isDone()) {
            node.settle();
        }
        return click.join();
    }

    @Test
    void aDurableClickIsAnsweredOnceTheOrderIsSettled() {
        VoucherId sale = sale(5, Duration.ZERO);
        String token = client.logIn(Role.SHOPPER);
        Object order = settled(click(sale, token, DURABLE)).data("SETTLED");
        JsonObject result = result(sale, token);
        assertEquals("SETTLED", result.getString("state"));
        assertEquals(order, result.getString("orderId"));
        OrderId id = new OrderId(Long.parseLong(String.valueOf(order)));
        assertEquals(TestNode.NUMBERS.of(id), result.getString("orderNo"));
        assertFalse(result.containsKey("reason"));
        client.post(buy(sale) + DURABLE, AUTH, token).isRefused(200, "ALREADY_BOUGHT");
    }

    @Test
    void aDurableClickThatWaitedInVainIsToldSo() {
        VoucherId sale = sale(5, Duration.ZERO);
        String token = client.logIn(Role.SHOPPER);
        Thread.ofVirtual().start(() -> {
            eventually(Stages::pause, () -> node.settlementTimers.waiting() > 0);
            node.settlementTimers.advance(Duration.ofMinutes(1));
        });
        Object order = client.post(buy(sale) + DURABLE, AUTH, token).data("QUEUED");
        assertEquals("QUEUED", result(sale, token).getString("state"));
        node.settle();
        assertEquals(order, result(sale, token).getString("orderId"));
        assertEquals("SETTLED", result(sale, token).getString("state"));
    }

    @Test
    void whoWasToldOfAnOrderThatWasLostLearnsIt() {
        VoucherId sale = sale(5, Duration.ZERO);
        String token = client.logIn(Role.SHOPPER);
        Object order = client.post(buy(sale), AUTH, token).data();
        String asked = buy(sale) + "/result?order=" + order;
        assertEquals("QUEUED", client.get(asked, AUTH, token).object().getString("state"));

        node.queue.loseEverything();
        client.get(asked, AUTH, token).isRefused(503, "UNAVAILABLE");
        Epoch epoch = new Epoch(Shard.FIRST, 0);
        EntryId lastSettled = await(node.orderLedger.lastSettled(Shard.FIRST));
        await(node.queue.beginEpoch(epoch).thenCompose(_ -> node.queue.open(epoch, lastSettled)));

        JsonObject result = client.get(asked, AUTH, token).object();
        assertEquals("REJECTED", result.getString("state"));
        assertEquals("LOST", result.getString("reason"));
        assertEquals(order, result.getString("orderId"));
        assertEquals(result, client.get(asked, AUTH, token).object());
    }

    @Test
    void anOrderOfAnotherAndOneThatNeverWasAreAnsweredAlike() {
        VoucherId sale = sale(5, Duration.ZERO);
        String owner = client.logIn(Role.SHOPPER);
        String token = client.logIn(Role.SHOPPER);
        String queued = String.valueOf(client.post(buy(sale), AUTH, owner).data());
        JsonObject ofQueued = resultOf(sale, queued, token);
        node.settle();

        JsonObject ofSettled = resultOf(sale, queued, token);
        JsonObject ofNone = resultOf(sale, "1", token);

        assertEquals(ofQueued, ofSettled);
        assertEquals(ofNone.put("orderId", queued), ofSettled);
        assertFalse(ofSettled.containsKey("orderNo"));
        assertEquals("SETTLED", resultOf(sale, queued, owner).getString("state"));
    }

    private JsonObject resultOf(VoucherId sale, String order, String token) {
        return client.get(buy(sale) + "/result?order=" + order, AUTH, token).object();
    }

    @Test
    void whatIsNotAcceptedIsNotWaitedFor() {
        String token = client.logIn(Role.SHOPPER);
        client.post("/voucher-order/seckill/987654321" + DURABLE, AUTH, token).isRefused(200, "VOUCHER_NOT_FOUND");
        client.post(buy(sale(1, Duration.ofHours(1))) + DURABLE, AUTH, token).isRefused(200, "SALE_NOT_STARTED");
        client.post(buy(sale(1, Duration.ofHours(-3))) + DURABLE, AUTH, token).isRefused(200, "SALE_ENDED");
        VoucherId sale = sale(1, Duration.ZERO);
        assertNotNull(client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).data());
        client.post(buy(sale) + DURABLE, AUTH, token).isRefused(200, "SOLD_OUT");
        assertEquals(object("state", "UNKNOWN"), result(sale, token));
    }

    /** How the ledger comes to refuse an order that the queue accepts. */
    enum Trouble {
        ALREADY_BOUGHT("ALREADY_BOUGHT"),
        SOLD_OUT("SOLD_OUT"),
        UNWRITABLE("ORDER_UNWRITABLE");

        private final String code;

        Trouble(String code) {
            this.code = code;
        }
    }

    @ParameterizedTest
    @EnumSource(Trouble.class)
    void anOrderThatTheDatabaseRefusesIsARefusalWithTheReason(Trouble trouble) {
        VoucherId sale = sale(3, Duration.ZERO);
        String token = client.logIn(Role.SHOPPER);
        UserId buyer = client.user(token);
        assertNotNull(client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).data());
        node.settle();
        switch (trouble) {
            case ALREADY_BOUGHT -> {
                String first =
                        String.valueOf(client.post(buy(sale), AUTH, token).data());
                node.settle();
                Purchase forgotten = new Purchase(new OrderId(Long.parseLong(first)), sale, buyer);
                assertEquals(Release.RELEASED, await(node.queue.release(new Epoch(Shard.FIRST, 0), forgotten)));
            }
            case SOLD_OUT -> {
                Written written = await(node.orderLedger.write(1, sale, "less", -2));
                var _ = await(node.orderLedger.finish(
                        new Epoch(Shard.FIRST, 0),
                        assertInstanceOf(Written.Stands.class, written).adjustment()));
            }
            case UNWRITABLE -> {}
        }

        CompletableFuture<Reply> click = click(sale, token, DURABLE);
        Optional<OrderId> order = Optional.empty();
        while (order.isEmpty() && !click.isDone()) {
            order = await(node.queue.findOrder(new Epoch(Shard.FIRST, 0), sale, buyer));
        }
        if (trouble == Trouble.UNWRITABLE) {
            reject(order.orElseThrow());
            // A sweep may wait from an earlier click, and come before this one waits.
            eventually(Stages::pause, () -> {
                node.settlementTimers.advance(Duration.ofMillis(60));
                return click.isDone();
            });
        }
        node.settle();

        Reply refused = click.join().refusedAs(200, trouble.code);
        assertEquals(Long.toString(order.orElseThrow().value()), refused.json().getString("data"));
    }

    /** As an operator does with an order that the database refuses. */
    private void reject(OrderId order) {
        OrderLedger.Writer writer = await(node.orderLedger.becomeWriter(Shard.FIRST));
        for (QueueEntry entry : await(node.queue.read(Shard.FIRST, writer.lastSettled(), 10, Duration.ZERO))) {
            if (entry instanceof QueueEntry.QueuedOrder queued && queued.order().equals(order)) {
                node.orderLedger.reject(writer, queued);
            }
        }
    }

    @Test
    void theSaleSaysWhatBuyersGetWhoAskForNothing() {
        node.shops.add(Shops.shop(1));
        JsonObject voucher = json("{'shopId':1,'title':'100 元代金券','payValue':8000,'actualValue':10000,'stock':5,"
                + "'beginTime':'2020-01-01T00:00:00','endTime':'2037-01-01T00:00:00','ack':'durable'}");
        Object id = client.post("/voucher/seckill", voucher, AUTH, client.logIn(Role.ADMIN))
                .data();
        VoucherId sale = new VoucherId(Long.parseLong(String.valueOf(id)));
        assertNotNull(settled(click(sale, client.logIn(Role.SHOPPER), "")).data("SETTLED"));
        assertNotNull(client.post(buy(sale) + "?ack=accepted", AUTH, client.logIn(Role.SHOPPER))
                .data());
    }

    @ParameterizedTest
    @ValueSource(strings = {"?ack=Durable", "?ack=durable%20", "?&b=1&ack=both", "?a=%zz&ack=no"})
    void anUnknownWishIsRefusedAndNothingBought(String query) throws IOException {
        VoucherId sale = sale(5, Duration.ZERO);
        String token = client.logIn(Role.SHOPPER);
        for (String prefix : new String[] {"", "/api"}) {
            RawClient.Page page = new RawClient(node).send("POST", prefix + buy(sale) + query, AUTH + ": " + token);
            assertEquals(400, page.status(), page.body());
            assertEquals("请求格式错误：ack", new JsonObject(page.body()).getString("errorMsg"));
        }
        assertEquals("UNKNOWN", result(sale, token).getString("state"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"?", "?&a=1", "?ack=accepted", "?a=%zz", "?a=火锅&b", "?back=durable", "?%61ck=accepted"})
    void otherParametersDoNotMatterAndTheAnswerIsAsItEverWas(String query) throws IOException {
        VoucherId sale = sale(5, Duration.ZERO);
        String token = client.logIn(Role.SHOPPER);
        RawClient.Page page = new RawClient(node).send("POST", buy(sale) + query, AUTH + ": " + token);
        String order = result(sale, token).getString("orderId");
        assertEquals("{\"success\":true,\"data\":\"" + order + "\"}", page.body());
    }

    @Test
    void theResultIsTheAskersOwn() {
        VoucherId sale = sale(5, Duration.ZERO);
        String buyer = client.logIn(Role.SHOPPER);
        String other = client.logIn(Role.SHOPPER);
        assertNotNull(client.post(buy(sale), AUTH, buyer, "idempotency-key", "click-1")
                .data());
        assertEquals("UNKNOWN", result(sale, other).getString("state"));
        client.get(buy(sale) + "/result").isRefused(401, "LOGIN_REQUIRED");
        client.get("/voucher-order/seckill/987654321/result", AUTH, buyer).isRefused(200, "VOUCHER_NOT_FOUND");
        // The key of another opens nothing: it is a click of one's own.
        assertNotNull(client.post(buy(sale), AUTH, other, "idempotency-key", "click-1")
                .data());
        assertEquals(3, await(node.queue.available(Shard.FIRST, sale)).orElseThrow());
    }
}
