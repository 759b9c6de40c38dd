package io.nightmarket.domain.checkin;

import io.nightmarket.domain.account.UserId;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Copies of users' months, in memory that nodes share and that may be lost. A day that is there was checked in on; of one that is
 * not there, {@link CheckIns} knows. Fails with {@code Unavailable} or {@code TimedOut}.
 */
public interface CheckInBitmaps {
    /** How many months are read at once. */
    int MONTHS = 12;

    /** The days of a month, bit 1 for the first. */
    record Month(int days) {
        public boolean contains(int day) {
            return (days >> day & 1) == 1;
        }
    }

    /** The twelve months up to this one, the last first. */
    CompletionStage<List<Month>> monthsUpTo(UserId user, YearMonth last);

    /** Adds days. */
    CompletionStage<Void> add(UserId user, Collection<LocalDate> days);
}
