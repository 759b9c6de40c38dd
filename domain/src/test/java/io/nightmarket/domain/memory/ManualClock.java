package io.nightmarket.domain.memory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved, in either direction. Safe for use by several threads. */
public final class ManualClock extends Clock {
    private final AtomicReference<Instant> now;

    public ManualClock(Instant start) {
        this.now = new AtomicReference<>(start);
    }

    /** Moves the clock on, or back by a negative duration. */
    public void advance(Duration by) {
        var _ = now.updateAndGet(instant -> instant.plus(by));
    }

    public void set(Instant instant) {
        now.set(instant);
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** This clock, shown in another zone: moving one moves both. */
    @Override
    public Clock withZone(ZoneId other) {
        InstantSource time = now::get;
        return time.withZone(other);
    }
}
