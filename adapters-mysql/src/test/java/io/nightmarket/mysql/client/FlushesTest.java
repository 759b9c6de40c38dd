package io.nightmarket.mysql.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FlushesTest {
    private final List<Promise<Void>> begun = new ArrayList<>();
    private final Flushes flushes = new Flushes(() -> {
        Promise<Void> write = Promise.promise();
        begun.add(write);
        return write.future();
    });

    @Test
    void whileOneIsUnderWayNoOtherBegins() {
        Future<Void> first = flushes.flush();
        Future<Void> second = flushes.flush();
        assertEquals(1, begun.size());
        assertFalse(second.isComplete());

        begun.getFirst().complete();
        assertTrue(first.succeeded() && second.succeeded());
        var _ = flushes.flush();
        assertEquals(2, begun.size());
    }

    @Test
    void allThatCameBeforeTheCallIsWritten() {
        var _ = flushes.flush();
        Future<Void> all = flushes.flushAll();
        begun.getFirst().complete();
        assertFalse(all.isComplete(), "what came during the first flush waits for the second");
        assertEquals(2, begun.size());
        begun.getLast().complete();
        assertTrue(all.succeeded());
    }
}
