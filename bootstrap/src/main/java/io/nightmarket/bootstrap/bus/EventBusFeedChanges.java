package io.nightmarket.bootstrap.bus;

import io.nightmarket.bootstrap.bus.BusMessage.FeedsChanged;
import io.nightmarket.bootstrap.bus.BusMessage.PulledAuthorPublished;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedChanges;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.List;

/** Publishes which feeds changed. */
public final class EventBusFeedChanges implements FeedChanges {
    private final EventBus bus;

    public EventBusFeedChanges(EventBus bus) {
        this.bus = bus;
    }

    @Override
    public void changed(List<UserId> readers) {
        bus.publish(
                FeedsChanged.ADDRESS,
                new FeedsChanged(readers.stream().map(UserId::value).toList()));
    }

    @Override
    public void published(UserId author) {
        bus.publish(PulledAuthorPublished.ADDRESS, new PulledAuthorPublished(author.value()));
    }

    /** Passes what is published on any node to the listener. */
    public static void subscribe(EventBus bus, FeedChanges listener) {
        MessageConsumer<FeedsChanged> _ = bus.consumer(
                FeedsChanged.ADDRESS,
                message -> listener.changed(
                        message.body().readers().stream().map(UserId::new).toList()));
        MessageConsumer<PulledAuthorPublished> _ = bus.consumer(
                PulledAuthorPublished.ADDRESS,
                message -> listener.published(new UserId(message.body().author())));
    }
}
