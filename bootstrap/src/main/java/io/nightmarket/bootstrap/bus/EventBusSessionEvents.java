package io.nightmarket.bootstrap.bus;

import io.nightmarket.bootstrap.bus.BusMessage.SessionChanged;
import io.nightmarket.bootstrap.bus.BusMessage.SessionEnded;
import io.nightmarket.domain.account.SessionEvents;
import io.nightmarket.domain.account.SessionId;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;

/** Publishes which sessions were ended or changed. */
public final class EventBusSessionEvents implements SessionEvents {
    private final EventBus bus;

    public EventBusSessionEvents(EventBus bus) {
        this.bus = bus;
    }

    @Override
    public void ended(SessionId session) {
        bus.publish(SessionEnded.ADDRESS, new SessionEnded(session.value()));
    }

    @Override
    public void changed(SessionId session) {
        bus.publish(SessionChanged.ADDRESS, new SessionChanged(session.value()));
    }

    /** Passes what is published on any node to the listener. */
    public static void subscribe(EventBus bus, SessionEvents listener) {
        MessageConsumer<SessionEnded> _ = bus.consumer(
                SessionEnded.ADDRESS,
                message -> listener.ended(SessionId.of(message.body().session())));
        MessageConsumer<SessionChanged> _ = bus.consumer(
                SessionChanged.ADDRESS,
                message -> listener.changed(SessionId.of(message.body().session())));
    }
}
