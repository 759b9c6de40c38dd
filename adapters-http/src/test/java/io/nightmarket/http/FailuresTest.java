package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.shop.VoucherId;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FailuresTest extends RoutesTestBase {
    private static final String INNER = "jdbc:mysql://secret@10.0.0.1";

    @AfterEach
    void mend() {
        node.shopReads.mend();
        node.idDraws.mend();
    }

    /** Where each server keeps within its time-out, and all of them together don't. */
    @Test
    void aClickAndALookAtItAreAnsweredThoughNothingElseIs() {
        VoucherId sale = sale(1, Duration.ZERO);
        String token = client.logIn(Role.SHOPPER);
        try {
            var _ = node.idDraws.hang();
            CompletableFuture<Reply> click = client.sendAsync(client.request(buy(sale), AUTH, token)
                    .POST(BodyPublishers.noBody())
                    .build());
            node.idDraws.hanging().join();
            node.clock.advance(Duration.ofSeconds(6));
            var _ = node.sessionReads.hang();
            CompletableFuture<Reply> unknownSession = client.sendAsync(client.request(buy(sale), AUTH, token)
                    .POST(BodyPublishers.noBody())
                    .build());
            CompletableFuture<Reply> look = client.sendAsync(
                    client.request(buy(sale) + "/result", AUTH, token).GET().build());

            click.join().isRefused(503, "OUTCOME_UNKNOWN");
            // Without a session nothing was begun.
            unknownSession.join().isRefused(503, "UNAVAILABLE");
            look.join().isRefused(503, "UNAVAILABLE");
        } finally {
            node.sessionReads.mend();
        }
    }

    @Test
    void aBuyerWhoseTurnDoesNotComeIsRefusedUnderOverload() {
        VoucherId sale = sale(5, Duration.ZERO);
        String token = client.logIn(Role.SHOPPER);
        CompletableFuture<Void> call = node.admissions.hang();
        CompletableFuture<Reply> first = client.sendAsync(client.request(buy(sale), AUTH, token)
                .POST(BodyPublishers.noBody())
                .build());
        node.admissions.hanging().join();
        long before = node.refusals(Priority.CHANGE);
        client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).isRefused(503, "UNAVAILABLE");
        assertEquals(1, node.refusals(Priority.CHANGE) - before);
        assertFalse(first.isDone());
        node.admissions.mend();
        call.complete(null);
        assertNotNull(first.join().data());
    }

    @Test
    void unavailableSaysWhenToComeBack() {
        node.shopReads.failWith(new Unavailable(INNER));
        Reply reply = client.get("/shop/2").refusedAs(503, "UNAVAILABLE");
        assertEquals("1", reply.header("retry-after"));
        assertClean(reply);
    }

    @Test
    void aTimeOutSaysThatTheOutcomeIsUnknown() {
        node.idDraws.failWith(new CompletionException(new TimedOut(INNER)));
        Reply reply = client.post(buy(sale(1, Duration.ZERO)), AUTH, client.logIn(Role.SHOPPER));
        assertEquals("1", reply.refusedAs(503, "OUTCOME_UNKNOWN").header("retry-after"));
        assertClean(reply);
    }

    @Test
    void aConflictMayBeTriedAgain() {
        node.shopReads.failWith(new Conflict(INNER));
        assertClean(client.get("/shop/2").refusedAs(503, "UNAVAILABLE"));
    }

    @Test
    void corruptDataAndBugsShowNothing() {
        node.shopReads.failWith(new Corrupt(INNER));
        assertClean(client.get("/shop/2").refusedAs(500, "INTERNAL"));
        node.shopReads.failWith(new IllegalStateException(INNER));
        assertClean(client.get("/shop/2").refusedAs(500, "INTERNAL"));
        node.shopReads.failWith(new StackOverflowError(INNER));
        assertClean(client.get("/shop/2").refusedAs(500, "INTERNAL"));
    }

    @Test
    void aBugThatIsThrownIsAnsweredToo() {
        node.shopReads.throwThis(new IllegalArgumentException(INNER));
        assertClean(client.get("/shop/2").refusedAs(500, "INTERNAL"));
        node.idDraws.throwThis(new NullPointerException(INNER));
        Reply reply = client.post(buy(sale(1, Duration.ZERO)), AUTH, client.logIn(Role.SHOPPER));
        assertEquals("服务器异常", reply.refusedAs(500, "INTERNAL").text());
        assertClean(reply);
    }

    @Test
    void oneSlowCallHoldsUpNobody() {
        node.shops.add(Shops.shop(1));
        String token = client.logIn(Role.SHOPPER);
        CompletableFuture<Void> until = node.shopReads.hang();
        CompletableFuture<Reply> slow =
                client.sendAsync(client.request("/shop/1").GET().build());
        client.post(buy(new VoucherId(999_999)), AUTH, token).isRefused(200, "VOUCHER_NOT_FOUND");
        assertFalse(slow.isDone());
        assertEquals(true, until.complete(null));
        assertEquals("炉鱼", slow.join().object().getString("name"));
    }

    private static void assertClean(Reply reply) {
        assertFalse(reply.json().encode().contains("10.0.0.1"));
    }
}
