package io.nightmarket.bootstrap.bus;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.lock.LockEvents;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class EventBusLockEventsTest {
    @Test
    void whatIsPublishedIsHeard() {
        Vertx vertx = Vertx.vertx();
        BusCodec.registerAll(vertx.eventBus());
        CompletableFuture<String> released = new CompletableFuture<>();
        CompletableFuture<String> unlocked = new CompletableFuture<>();
        EventBusLockEvents.subscribe(vertx.eventBus(), new LockEvents() {
            @Override
            public void released(String key) {
                released.complete(key);
            }

            @Override
            public void forceUnlocked(String key) {
                unlocked.complete(key);
            }
        });

        LockEvents events = new EventBusLockEvents(vertx.eventBus());
        events.released("one");
        events.forceUnlocked("other");

        assertEquals("one", await(released));
        assertEquals("other", await(unlocked));
        await(vertx.close().toCompletionStage());
    }
}
