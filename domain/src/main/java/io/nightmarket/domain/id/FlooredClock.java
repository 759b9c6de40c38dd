package io.nightmarket.domain.id;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/** The base clock, but never earlier than the floor: it stands at the floor until the base has passed it. */
public final class FlooredClock extends Clock {
    private final Clock base;
    private final Instant floor;
    private final long floorMillis;

    public FlooredClock(Clock base, Instant floor) {
        this.base = base;
        this.floor = floor;
        this.floorMillis = floor.toEpochMilli();
    }

    @Override
    public Instant instant() {
        Instant now = base.instant();
        return now.isBefore(floor) ? floor : now;
    }

    @Override
    public long millis() {
        return Math.max(base.millis(), floorMillis);
    }

    @Override
    public ZoneId getZone() {
        return base.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new FlooredClock(base.withZone(zone), floor);
    }
}
