package io.nightmarket.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

final class HttpLoadTest {
    private static Verdict verdict(int status, String body) {
        return HttpLoad.verdict(status, Buffer.buffer(body));
    }

    @Test
    void onlyWhatIsDoneIsAccepted() {
        assertEquals(Verdict.ACCEPTED, verdict(200, "{\"success\":true,\"data\":\"7\"}"));
        assertEquals(Verdict.ACCEPTED, verdict(200, "{\"success\":true,\"data\":\"7\",\"code\":\"SETTLED\"}"));
        assertEquals(Verdict.REFUSED, verdict(200, "{\"success\":true,\"data\":\"7\",\"code\":\"QUEUED\"}"));
        assertEquals(Verdict.REFUSED, verdict(200, "{\"success\":false,\"code\":\"SOLD_OUT\"}"));
        assertEquals(Verdict.FAILED, verdict(503, "{\"success\":true}"));
    }
}
