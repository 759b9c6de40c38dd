package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.failure.Unavailable;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class HealthRoutesTest extends RoutesTestBase {
    private static final JsonObject DOWN = new JsonObject("""
            {"status":"DOWN","checks":[{"name":"mysql","status":"DOWN"},{"name":"redis","status":"UP"}]}""");

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

    private static void assertDown(Reply reply) {
        assertEquals(503, reply.status());
        assertEquals(DOWN, reply.json());
    }
}
