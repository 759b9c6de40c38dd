package io.nightmarket.bench.sale;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.bench.sale.Wrk.Measurement;
import io.nightmarket.bench.sale.Wrk.Target;
import io.nightmarket.bench.sale.Wrk.Turns;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WrkTest {
    private static final String HEAD = """
            Running 8s test @ http://127.0.0.1:8080
              2 threads and 128 connections
              Latency Distribution
                 50%  812.00us
                 75%    1.20ms
                 90%    2.00ms
                 99%    1.50s
              4000 requests in 8.00s, 1.10MB read
            """;

    @Test
    void readsWhatWasMeasured() throws IOException {
        assertEquals(new Measurement(4_000, 8, 0.812, 1_500, 0, ""), Wrk.parse(HEAD + "Requests/sec:    500.00\n"));
    }

    @Test
    void readsBadAnswersAndSocketErrors() throws IOException {
        String errors = "  Socket errors: connect 0, read 3, write 0, timeout 2\n  Non-2xx or 3xx responses: 17\n";
        assertEquals(
                new Measurement(4_000, 8, 0.812, 1_500, 17, "connect 0, read 3, write 0, timeout 2"),
                Wrk.parse(HEAD + errors));
    }

    @Test
    void whatIsHeldAgainstATargetIsHitAlike() {
        Target each = Target.getEach(List.of("/a", "/b"));
        assertEquals(new Target("GET", each.accept(), List.of("/bare", "/bare"), Turns.ONE), each.at("/bare"));
        Target all = Target.postCounted(List.of("/a", "/b"));
        assertEquals(new Target("POST", all.accept(), List.of("/bare"), Turns.ALL), all.at("/bare"));
    }
}
