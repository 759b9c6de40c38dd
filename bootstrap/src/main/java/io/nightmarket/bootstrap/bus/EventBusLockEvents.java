package io.nightmarket.bootstrap.bus;

import io.nightmarket.bootstrap.bus.BusMessage.LockForceUnlocked;
import io.nightmarket.bootstrap.bus.BusMessage.LockReleased;
import io.nightmarket.domain.lock.LockEvents;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;

/** Publishes releases and force-unlocks of locks on the event bus. */
public final class EventBusLockEvents implements LockEvents {
    private final EventBus bus;

    public EventBusLockEvents(EventBus bus) {
        this.bus = bus;
    }

    @Override
    public void released(String key) {
        bus.publish(LockReleased.ADDRESS, new LockReleased(key));
    }

    @Override
    public void forceUnlocked(String key) {
        bus.publish(LockForceUnlocked.ADDRESS, new LockForceUnlocked(key));
    }

    /** Passes what is published on any node to the listener. */
    public static void subscribe(EventBus bus, LockEvents listener) {
        MessageConsumer<LockReleased> _ = bus.consumer(
                LockReleased.ADDRESS,
                message -> listener.released(message.body().key()));
        MessageConsumer<LockForceUnlocked> _ = bus.consumer(
                LockForceUnlocked.ADDRESS,
                message -> listener.forceUnlocked(message.body().key()));
    }
}
