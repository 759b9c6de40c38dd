package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.settlement.SettlementStall;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class HealthRoutesTest extends RoutesTestBase {
    private static final JsonObject DOWN = new JsonObject("""
            {"status":"DOWN","checks":[{"name":"mysql","status":"DOWN"},{"name":"redis","status":"UP"},{"name":"settlement","status":"UP"}]}""");

    @AfterEach
    void mend() {
        node.probe.mend();
    }

    @Test
    void itLivesWhateverIsDown() {
        node.probe.failWith(new Unavailable("connection refused: 10.0.0.1"));
        assertEquals(
                new JsonObject("{\"status\":\"UP\",\"checks\":[]}"),
                client.get("/health/live").json());
    }

    @Test
    void itIsReadyWhenAllAnswer() {
        Reply ready = client.get("/health/ready");
        assertEquals(200, ready.status());
        assertEquals("UP", ready.json().getString("status"));
    }

    @Test
    void aFailingProbeMakesItNotReadyAndSaysNoMore() {
        node.probe.failWith(new Unavailable("connection refused: 10.0.0.1"));
        assertDown(client.get("/health/ready"));
        node.probe.throwThis(new IllegalStateException("inner"));
        assertDown(client.get("/api/health/ready"));
    }

    @Test
    void aProbeThatHangsIsDownAtItsDeadline() {
        CompletableFuture<Void> late = node.probe.hang();
        assertDown(client.get("/health/ready"));
        late.complete(null);
        node.probe.mend();
        assertEquals(200, client.get("/health/ready").status());
    }

    @Test
    void aStalledSettlementIsShownAndSendsNobodyAway() {
        node.stalled.stalled(new SettlementStall(Shard.FIRST, node.clock.instant(), "no such table"));
        Reply ready = client.get("/health/ready");
        assertEquals(200, ready.status());
        assertTrue(ready.json().encode().contains("{\"name\":\"settlement\",\"status\":\"STALLED\"}"));
        JsonArray shards = (JsonArray)
                client.get("/admin/shards", AUTH, client.logIn(Role.ADMIN)).data();
        assertNotNull(shards);
        JsonObject shard = shards.getJsonObject(0);
        assertEquals("STALLED", shard.getString("settlement"));
        assertEquals("no such table", shard.getString("reason"));
        client.get("/admin/shards", AUTH, client.logIn(Role.MERCHANT)).isRefused(403, "FORBIDDEN");

        node.settlementTimers.advance(Duration.ofSeconds(11));
        assertFalse(client.get("/health/ready").json().encode().contains("STALLED"));
    }

    private static void assertDown(Reply reply) {
        assertEquals(503, reply.status());
        assertEquals(DOWN, reply.json());
    }
}
