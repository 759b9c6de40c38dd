package io.nightmarket.domain.id;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * An id, from its highest bit: 0, then 31 bits of seconds since 2022-01-01 UTC, then 32 bits of a sequence that starts
 * from 0 each UTC day. Two ids of one day differ in the sequence, two of different days in the seconds; so ids are
 * unique as long as no number of a day's sequence is given out twice, whatever the clocks do.
 */
public final class IdLayout {
    /** 2022-01-01T00:00:00Z. */
    public static final Instant EPOCH = Instant.parse("2022-01-01T00:00:00Z");

    /** The largest number of a day's sequence; the smallest is 1. */
    public static final long MAX_SEQUENCE = 0xFFFF_FFFFL;

    static final long MAX_SECONDS = Integer.MAX_VALUE;
    private static final int SEQUENCE_BITS = 32;
    private static final long EPOCH_SECOND = EPOCH.getEpochSecond();

    private IdLayout() {}

    public static long compose(Instant time, long sequence) {
        if (!holds(time)) {
            throw new IllegalArgumentException("ids hold times from 2022 to 2090, not " + time);
        }
        if (sequence <= 0 || sequence > MAX_SEQUENCE) {
            throw new IllegalArgumentException("sequence out of range: " + sequence);
        }
        return join(time.getEpochSecond() - EPOCH_SECOND, sequence);
    }

    /** Whether ids can hold this time. */
    static boolean holds(Instant time) {
        long seconds = time.getEpochSecond() - EPOCH_SECOND;
        return seconds >= 0 && seconds <= MAX_SECONDS;
    }

    /** What is left of {@link #compose} when both parts are known to be in range. */
    static long join(long seconds, long sequence) {
        return seconds << SEQUENCE_BITS | sequence;
    }

    /** The seconds from {@link #EPOCH} to a time in milliseconds since 1970. */
    static long seconds(long epochMillis) {
        return Math.floorDiv(epochMillis, 1_000L) - EPOCH_SECOND;
    }

    /** The seconds from {@link #EPOCH} to the beginning of a day. */
    static long seconds(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toEpochSecond() - EPOCH_SECOND;
    }

    /**
     * What an id says.
     *
     * @param time when it was made, to the second
     * @param sequence which one of its day it was, counted from 1; numbers are left out when a node stops
     */
    public record Parts(Instant time, long sequence) {}

    /** What an id says. Refuses numbers that are not positive. */
    public static Parts parts(long id) {
        if (id <= 0) {
            throw new IllegalArgumentException("an id is positive, not " + id);
        }
        return new Parts(time(id), sequence(id));
    }

    /** The time in an id, to the second. */
    public static Instant time(long id) {
        return EPOCH.plusSeconds(id >>> SEQUENCE_BITS);
    }

    /** The first time whose ids are all above this one. */
    public static Instant after(long id) {
        return time(id).plusSeconds(1);
    }

    /** The number within the day of {@link #time}. */
    public static long sequence(long id) {
        return id & MAX_SEQUENCE;
    }

    /** The day whose sequence an id made at this time draws from. */
    public static LocalDate day(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }
}
