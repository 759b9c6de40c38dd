package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class DeadLetterRoutesTest extends RoutesTestBase {
    private static final String PATH = "/admin/dead-letters";
    private static final UserId STRANGER = new UserId(77);

    private String admin = "";

    @BeforeAll
    void logIn() {
        admin = client.logIn(Role.ADMIN);
    }

    private JsonArray letters(String query) {
        Object data = client.get(PATH + query, AUTH, admin).data();
        assertNotNull(data);
        return (JsonArray) data;
    }

    private JsonObject lastLetter() {
        JsonArray letters = letters("");
        return letters.getJsonObject(letters.size() - 1);
    }

    private static JsonObject body(String action, List<String> ids) {
        return object("action", action, "ids", new JsonArray(ids));
    }

    private Reply tend(String action, String... ids) {
        return client.post(PATH, body(action, List.of(ids)), AUTH, admin);
    }

    private static JsonObject outcome(String id, String outcome) {
        return object("id", id, "outcome", outcome);
    }

    /** Clicks, and has the ledger refuses the order; answers its letter. */
    private String refusedOrder(VoucherId sale, String buyer) {
        String order = String.valueOf(client.post(buy(sale), AUTH, buyer).data());
        node.orderLedger.plantOrder(new OrderId(Long.parseLong(order)), STRANGER, sale, node.clock.instant());
        node.settle();
        JsonObject letter = lastLetter();
        assertEquals(order, letter.getString("order"));
        return letter.getString("id");
    }

    private String poison() {
        EntryId entry = node.queue.appendForeign(Shard.FIRST, "the field user is missing");
        node.settle();
        JsonObject letter = lastLetter();
        assertEquals(entry.toString(), letter.getString("entry"));
        assertEquals("the field user is missing", letter.getString("reason"));
        return letter.getString("id");
    }

    @Test
    void anOrderIsReplayedOnceUnderItsOwnId() {
        VoucherId sale = sale(1, Duration.ZERO);
        String buyer = client.logIn(Role.SHOPPER);
        String letter = refusedOrder(sale, buyer);
        String order = outcome(sale, buyer).getString("orderId");
        assertEquals("QUEUED", outcome(sale, buyer).getString("state"));
        node.orderLedger.removeOrder(new OrderId(Long.parseLong(order)));

        assertEquals(
                new JsonArray().add(outcome(letter, "REPLAYED")),
                tend("replay", letter).data());
        tend("replay", letter).isRefused(200, "DEAD_LETTER_NOT_FOUND");
        node.settle();

        JsonObject settled = outcome(sale, buyer);
        assertEquals("SETTLED", settled.getString("state"));
        assertEquals(order, settled.getString("orderId"));
        assertEquals(0, await(node.queue.available(Shard.FIRST, sale)).orElseThrow());
    }

    @Test
    void aWaitingOrderIsSkippedAndNoOther() {
        VoucherId sale = sale(1, Duration.ZERO);
        String buyer = client.logIn(Role.SHOPPER);
        String order = String.valueOf(client.post(buy(sale), AUTH, buyer).data());

        assertEquals(
                new JsonArray().add(outcome(order, "SKIP_REQUESTED")),
                tend("skip", order).data());
        tend("skip", "1").isRefused(200, "ORDER_NOT_WAITING");
        node.settle();

        assertEquals(order, lastLetter().getString("order"));
        assertEquals("QUEUED", outcome(sale, buyer).getString("state"));
        tend("skip", order).isRefused(200, "ORDER_NOT_WAITING");
    }

    private JsonObject outcome(VoucherId sale, String buyer) {
        return client.get(buy(sale) + "/result", AUTH, buyer).object();
    }

    @Test
    void whatIsPurgedIsGone() {
        VoucherId sale = sale(1, Duration.ZERO);
        String letter = refusedOrder(sale, client.logIn(Role.SHOPPER));

        assertEquals(
                new JsonArray().add(outcome(letter, "PURGED")),
                tend("purge", letter).data());

        for (String action : List.of("purge", "replay")) {
            Reply gone = tend(action, letter).refusedAs(200, "DEAD_LETTER_NOT_FOUND");
            assertEquals(
                    new JsonArray().add(outcome(letter, "NOT_FOUND")),
                    gone.json().getJsonArray("data"));
        }
        node.purgeDeadLetters();
        assertEquals(1, await(node.queue.available(Shard.FIRST, sale)).orElseThrow());
    }

    @Test
    void aLetterThatCannotBeReplayedStays() {
        VoucherId sale = sale(1, Duration.ZERO);
        String forgotten = refusedOrder(sale, client.logIn(Role.SHOPPER));
        String unreadable = poison();
        int before = letters("").size();
        String order = letters("").getJsonObject(before - 2).getString("order");
        String user = letters("").getJsonObject(before - 2).getString("user");
        var _ = await(node.queue.release(
                new Epoch(Shard.FIRST, 0),
                new Purchase(new OrderId(Long.parseLong(order)), sale, new UserId(Long.parseLong(user)))));

        tend("replay", forgotten).isRefused(200, "DEAD_LETTER_NOT_RESERVED");
        tend("replay", unreadable).isRefused(200, "DEAD_LETTER_UNREADABLE");
        tend("replay", "123456789").isRefused(200, "DEAD_LETTER_NOT_FOUND");

        assertEquals(before, letters("").size());
        assertEquals(
                new JsonArray()
                        .add(outcome("123456789", "NOT_FOUND"))
                        .add(outcome(forgotten, "PURGED"))
                        .add(outcome(unreadable, "PURGED")),
                tend("purge", "123456789", forgotten, unreadable).data());
    }

    @Test
    void theOldestComeFirst() {
        String first = poison();
        String second = poison();
        JsonArray all = letters("?most=1000");
        assertEquals(second, all.getJsonObject(all.size() - 1).getString("id"));
        assertEquals(first, all.getJsonObject(all.size() - 2).getString("id"));
        assertEquals(new JsonArray().add(all.getJsonObject(0)), letters("?&other=&most=1"));
    }

    @Test
    void withOneMalformedIdNothingIsDone() {
        String letter = poison();
        tend("purge", letter, "01").isRefused(400, "BAD_REQUEST");
        assertEquals(letter, lastLetter().getString("id"));
    }

    @Test
    void aHundredAtOnceAndNoMore() {
        JsonObject hundred = body("purge", Collections.nCopies(100, "123456789"));
        client.post(PATH, hundred, AUTH, admin).isRefused(200, "DEAD_LETTER_NOT_FOUND");
        Reply more = client.post(PATH, body("purge", Collections.nCopies(101, "123456789")), AUTH, admin);
        assertEquals("ids", more.refusedAs(400, "BAD_REQUEST").place());
    }
}
