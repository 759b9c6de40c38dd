package io.nightmarket.chaos.check;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Everything that the clients of one run wrote down; many may write at once. */
public final class History {
    private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();

    public void note(Event event) {
        events.add(event);
    }

    public List<Event> events() {
        return List.copyOf(events);
    }
}
