package io.nightmarket.bench.sale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.nightmarket.bench.sale.Wrk.Measurement;
import io.nightmarket.bench.sale.Wrk.Target;
import io.nightmarket.bench.sale.Wrk.Turns;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WrkTest {
    private static final String PRINTED = "Requests/sec:    500.00\n{\"requests\":4000,\"seconds\":8.0,\"p50\":0.812,"
            + "\"p99\":1500.0,\"bad\":%d,\"socketErrors\":\"%s\"}\n";

    @Test
    void readsWhatWasMeasured() throws IOException {
        assertEquals(new Measurement(4_000, 8, 0.812, 1_500, 0, ""), Wrk.parse(PRINTED.formatted(0, "")));
    }

    @Test
    void readsBadAnswersAndSocketErrors() throws IOException {
        assertEquals(
                new Measurement(4_000, 8, 0.812, 1_500, 17, "read 3, timeout 2"),
                Wrk.parse(PRINTED.formatted(17, "read 3, timeout 2")));
    }

    @Test
    void whatWasNotMeasuredIsFailed() {
        assertThrows(IOException.class, () -> Wrk.parse("unable to connect"));
        assertThrows(IOException.class, () -> Wrk.parse("{\"requests\":}"));
    }

    @Test
    void whatIsHeldAgainstATargetIsHitAlike() {
        Target each = Target.getEach(List.of("/a", "/b"));
        assertEquals(new Target("GET", each.accept(), List.of("/bare", "/bare"), Turns.ONE, false), each.at("/bare"));
        Target all = Target.postCounted(List.of("/a", "/b"));
        assertEquals(new Target("POST", all.accept(), List.of("/bare"), Turns.ALL, false), all.at("/bare"));
    }
}
