package io.nightmarket.domain.checkin;

import io.nightmarket.domain.account.UserId;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The days on which users checked in, in the database. None is ever removed. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface CheckIns {
    /**
     * A day on which a user checked in.
     *
     * @param madeUp whether that was done afterwards
     */
    record Day(LocalDate date, boolean madeUp) {}

    /** Adds a day, once however often it is asked. */
    CompletionStage<Void> add(UserId user, LocalDate day);

    /**
     * Adds a day afterwards, unless it is there already, which is done as well. False when the month would have more than {@code max}.
     *
     * @param max how many days of one month a user may make up for
     */
    CompletionStage<Boolean> makeUp(UserId user, LocalDate day, int max);

    /** The days of a user from {@code first} to {@code last}, ascending; those that are there twice once. */
    CompletionStage<List<Day>> days(UserId user, LocalDate first, LocalDate last);

    /** How many users checked in on a day, and how many of them did so afterwards. */
    record Counted(long checkIns, long madeUp) {}

    /** Counts the check-ins of a day. */
    CompletionStage<Counted> count(LocalDate day);
}
