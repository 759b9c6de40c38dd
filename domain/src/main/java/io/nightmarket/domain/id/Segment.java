package io.nightmarket.domain.id;

import io.nightmarket.domain.base.Unavailable;
import java.time.LocalDate;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A leased run of numbers and the day they belong to. Each number is taken once, by any thread; together with any
 * second of the day it makes an id, however long ago that second was read from the clock.
 */
final class Segment {
    /** Covers no time. */
    static final Segment NONE = new Segment(0, 0, 0, 0);

    private static final long SECONDS_OF_A_DAY = 86_400;

    private final long from;
    private final long to;
    private final long half;
    private final long end;
    private final AtomicLong next;

    private Segment(long from, long to, long first, int size) {
        this.from = from;
        this.to = to;
        this.half = first + size / 2;
        this.end = first + size;
        this.next = new AtomicLong(first);
    }

    /** Fails with {@code Unavailable} when the numbers are beyond those that an id can hold. */
    static Segment of(LocalDate day, long first, int size) {
        if (first <= 0 || first + size - 1 > IdLayout.MAX_SEQUENCE) {
            throw new Unavailable("the ids of " + day + " are used up");
        }
        long from = IdLayout.seconds(day);
        long to = Math.min(from + SECONDS_OF_A_DAY, IdLayout.MAX_SECONDS + 1);
        return new Segment(from, to, first, size);
    }

    /** Whether the second, counted from {@link IdLayout#EPOCH}, is one of the day. */
    boolean covers(long second) {
        return second >= from && second < to;
    }

    /** A number that no other caller gets, or one that {@link #holds} not when all are taken. */
    long take() {
        return next.getAndIncrement();
    }

    /** Whether the number is one of the segment. */
    boolean holds(long number) {
        return number < end;
    }

    /** Whether this is the number at which the next segment is fetched; of each segment it is one. */
    boolean isHalf(long number) {
        return number == half;
    }

    long last() {
        return end - 1;
    }

    boolean isUsedUp() {
        return next.get() >= end;
    }
}
