package io.nightmarket.domain.checkin;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.MissedWrites;
import java.time.Clock;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Users check in day by day, make up for days that they missed, and look at what they did. */
public final class CheckIn {
    private final CheckIns checkIns;
    private final CheckInBitmaps bitmaps;
    private final FindStreak findStreak;
    private final Limits limits;
    private final Clock clock;
    private final ZoneId zone;
    private final MissedWrites missed;

    /** @param zone what days are local to */
    public CheckIn(
            CheckIns checkIns, CheckInBitmaps bitmaps, Limits limits, Clock clock, ZoneId zone, MissedWrites missed) {
        this.checkIns = checkIns;
        this.bitmaps = bitmaps;
        this.findStreak = new FindStreak(checkIns, bitmaps, missed);
        this.limits = limits;
        this.clock = clock;
        this.zone = zone;
        this.missed = missed;
    }

    /**
     * Bounds of making up.
     *
     * @param perMonth days of one month
     * @param days the oldest day lies this many before today
     */
    public record Limits(int perMonth, int days) {}

    /** The outcome of a request to make up for a day. */
    public enum Outcome {
        DONE,
        NOT_PAST,
        TOO_OLD,
        TOO_MANY
    }

    /**
     * A month of a user.
     *
     * @param makeUpsLeft how many more days of it may be made up for
     */
    public record Calendar(YearMonth month, List<CheckIns.Day> days, int makeUpsLeft) {}

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), zone);
    }

    /** The month of today. */
    public YearMonth month() {
        return YearMonth.from(today());
    }

    /** Checks in today; repeating it is harmless. */
    public CompletionStage<Outcome> checkIn(UserId user) {
        LocalDate today = today();
        return checkIns.add(user, today).thenCompose(_ -> note(user, today));
    }

    /** Makes up for a day in the past; one that was checked in on is done already. */
    public CompletionStage<Outcome> makeUp(UserId user, LocalDate day) {
        LocalDate today = today();
        if (!day.isBefore(today)) {
            return CompletableFuture.completedStage(Outcome.NOT_PAST);
        } else if (day.isBefore(today.minusDays(limits.days()))) {
            return CompletableFuture.completedStage(Outcome.TOO_OLD);
        }
        return checkIns.makeUp(user, day, limits.perMonth())
                .thenCompose(done -> done ? note(user, day) : CompletableFuture.completedStage(Outcome.TOO_MANY));
    }

    private CompletionStage<Outcome> note(UserId user, LocalDate day) {
        return missed.answerAnyway("a bitmap of check-ins", bitmaps.add(user, List.of(day)), Outcome.DONE);
    }

    /** How many days in a row, up to today; 0 before today's check-in. */
    public CompletionStage<Integer> streak(UserId user) {
        return findStreak.find(user, today());
    }

    /** The check-ins of all users on a day. */
    public CompletionStage<CheckIns.Counted> count(LocalDate day) {
        return checkIns.count(day);
    }

    public CompletionStage<Calendar> calendar(UserId user, YearMonth month) {
        return checkIns.days(user, month.atDay(1), month.atEndOfMonth())
                .thenApply(days -> new Calendar(month, days, makeUpsLeft(month, days)));
    }

    /** How many more days {@link #makeUp} takes. */
    private int makeUpsLeft(YearMonth month, List<CheckIns.Day> days) {
        LocalDate today = today();
        Set<LocalDate> done = days.stream().map(CheckIns.Day::date).collect(Collectors.toSet());
        int missed = (int) month.atDay(1)
                .datesUntil(month.atEndOfMonth().plusDays(1))
                .filter(day -> day.isBefore(today) && !day.isBefore(today.minusDays(limits.days())))
                .filter(day -> !done.contains(day))
                .count();
        long madeUp = days.stream().filter(CheckIns.Day::madeUp).count();
        return Math.clamp(limits.perMonth() - madeUp, 0, missed);
    }
}
