package io.nightmarket.bootstrap.bus;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.contract.FeedChangesContract;
import io.nightmarket.domain.feed.FeedChanges;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;

final class EventBusFeedChangesTest extends FeedChangesContract {
    private final Vertx vertx = Vertx.vertx();

    EventBusFeedChangesTest() {
        BusCodec.registerAll(vertx.eventBus());
    }

    @AfterEach
    void close() {
        await(vertx.close().toCompletionStage());
    }

    @Override
    protected FeedChanges changes() {
        return new EventBusFeedChanges(vertx.eventBus());
    }

    @Override
    protected void subscribe(FeedChanges listener) {
        EventBusFeedChanges.subscribe(vertx.eventBus(), listener);
    }
}
