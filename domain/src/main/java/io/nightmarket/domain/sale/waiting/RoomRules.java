package io.nightmarket.domain.sale.waiting;

import java.time.Duration;

/** The times of every waiting room. */
public final class RoomRules {
    /** How long the turns of the next in line may stay unused before they go to others who ask. */
    public static final Duration HOLD = Duration.ofMillis(800);

    /** How late a ticket may be before it is left out of the line; it returns to its place when it is shown. */
    public static final Duration SLACK = Duration.ofSeconds(2);

    /** How much later a ticket ends. */
    public static final Duration GRACE = Duration.ofSeconds(60);

    /** How long a turn may be used. */
    public static final Duration TURN = Duration.ofSeconds(60);

    /** The shortest time after which a ticket is to be shown again. */
    public static final Duration NEAREST = Duration.ofMillis(400);

    /** The longest time after which a ticket is to be shown again. */
    public static final Duration FARTHEST = Duration.ofSeconds(20);

    /** After this time a use of a turn whose end is not known counts as not begun. */
    public static final Duration USE = Duration.ofSeconds(5);

    /** Unused turns are saved for this many seconds at the current rate. */
    public static final int SAVED_SECONDS = 2;

    /** The part of the estimated wait after which a ticket is to be shown again. */
    public static final double COME_BACK = 0.7;

    /** The most late tickets that one call leaves out of the line. */
    public static final int MAX_LATE = 50;

    /** The most kept and missed returns that the share of those who return is computed of. */
    public static final int REMEMBERED = 4_000;

    private RoomRules() {}
}
