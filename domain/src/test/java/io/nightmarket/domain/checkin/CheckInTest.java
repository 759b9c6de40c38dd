package io.nightmarket.domain.checkin;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.checkin.CheckIn.Outcome;
import io.nightmarket.domain.memory.InMemoryCheckInBitmaps;
import io.nightmarket.domain.memory.InMemoryCheckIns;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CheckInTest {
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final UserId USER = new UserId(7);
    private static final CheckIn.Limits LIMITS = new CheckIn.Limits(2, 30);

    private final InMemoryCheckIns checkIns = new InMemoryCheckIns();
    private final InMemoryCheckInBitmaps bitmaps = new InMemoryCheckInBitmaps();

    /** The last second of the leap day in Shanghai, still the 29th in UTC. */
    private final ManualClock clock = new ManualClock(Instant.parse("2028-02-29T15:59:59Z"));

    private CheckIn checkIn(CheckInBitmaps over) {
        return new CheckIn(checkIns, over, LIMITS, clock, SHANGHAI, (_, _) -> {});
    }

    private void checkInOn(LocalDate day) {
        await(checkIns.add(USER, day));
    }

    private int streak() {
        return await(checkIn(bitmaps).streak(USER));
    }

    @Test
    void daysBeginWithTheZone() {
        assertEquals(0, streak());
        assertEquals(Outcome.DONE, await(checkIn(bitmaps).checkIn(USER)));
        assertEquals(1, streak());
        clock.advance(Duration.ofSeconds(1));
        assertEquals(YearMonth.of(2028, 3), checkIn(bitmaps).month());
        assertEquals(0, streak());
        assertEquals(Outcome.DONE, await(checkIn(bitmaps).checkIn(USER)));
        assertEquals(2, streak());
    }

    /** In New York the 2nd of November 2025 has 25 hours, and the 9th of March 2025 has 23. */
    @Test
    void daysWithMoreOrFewerHoursAreDays() {
        assertEquals(2, streakInNewYork(LocalDate.of(2025, 11, 1), Duration.ofHours(25)));
        assertEquals(3, streakInNewYork(LocalDate.of(2025, 11, 1), Duration.ofMinutes(25 * 60 + 30)));
        assertEquals(2, streakInNewYork(LocalDate.of(2025, 3, 8), Duration.ofHours(23)));
        assertEquals(3, streakInNewYork(LocalDate.of(2025, 3, 8), Duration.ofMinutes(23 * 60 + 30)));
    }

    /** The streak of a user who checks in at half past eleven in the evening, and each half hour from then on. */
    private int streakInNewYork(LocalDate eve, Duration length) {
        UserId user = new UserId(eve.toEpochDay() * 100 + length.toMinutes());
        ManualClock time = new ManualClock(eve.atTime(23, 30).atZone(NEW_YORK).toInstant());
        CheckIn there = new CheckIn(checkIns, bitmaps, LIMITS, time, NEW_YORK, (_, _) -> {});
        assertEquals(Outcome.DONE, await(there.checkIn(user)));
        for (Duration passed = Duration.ZERO; passed.compareTo(length) < 0; passed = passed.plusMinutes(30)) {
            time.advance(Duration.ofMinutes(30));
            assertEquals(Outcome.DONE, await(there.checkIn(user)));
        }
        return await(there.streak(user));
    }

    @Test
    void aStreakCrossesMonthsAndYearsWhateverTheBitmapsLost() {
        LocalDate today = LocalDate.of(2028, 2, 29);
        for (int back = 0; back < 1_500; back++) {
            checkInOn(today.minusDays(back));
        }
        checkInOn(today.minusDays(1_501));
        assertEquals(1_500, streak());
        assertEquals(1_500, streak());
        bitmaps.loseAll();
        assertEquals(1_500, streak());
        assertEquals(1_500, await(checkIn(Changed.away(CheckInBitmaps.class)).streak(USER)));
    }

    /** As after a call to Redis that got lost. */
    @Test
    void aDayThatMissedItsBitmapCounts() {
        assertEquals(Outcome.DONE, await(checkIn(bitmaps).makeUp(USER, LocalDate.of(2028, 2, 28))));
        assertEquals(
                Outcome.DONE, await(checkIn(Changed.away(CheckInBitmaps.class)).checkIn(USER)));
        assertEquals(2, streak());
    }

    @Test
    void aStreakIsThatOfTheDays() {
        Random random = new Random(7);
        LocalDate today = LocalDate.of(2028, 2, 29);
        for (int round = 0; round < 200; round++) {
            UserId user = new UserId(1_000 + round);
            int length = random.nextInt(80);
            for (int back = 0; back < length; back++) {
                await(checkIns.add(user, today.minusDays(back)));
                if (random.nextBoolean()) {
                    await(bitmaps.add(user, List.of(today.minusDays(back))));
                }
            }
            await(checkIns.add(user, today.minusDays(length + 1L)));
            assertEquals(length, await(checkIn(bitmaps).streak(user)));
        }
    }

    /** Today is the 29th of February, and days of the last 30 may be made up for, two of a month. */
    @Test
    void asManyDaysAreLeftAsAreMadeUpForThen() {
        int user = 100;
        for (int daysOn = 0; daysOn < 40; daysOn += 3) {
            for (int before = -2; before < 4; before++) {
                YearMonth month = YearMonth.of(2028, 2).plusMonths(daysOn / 30).minusMonths(before);
                UserId one = new UserId(user++);
                for (int day = 1; day <= month.lengthOfMonth(); day += 1 + daysOn % 3) {
                    await(checkIns.add(one, month.atDay(day)));
                }
                CheckIn use = checkIn(bitmaps);
                int left = await(use.calendar(one, month)).makeUpsLeft();
                long made = month.atDay(1)
                        .datesUntil(month.atEndOfMonth().plusDays(1))
                        .filter(day -> await(checkIns.days(one, day, day)).isEmpty())
                        .filter(day -> await(use.makeUp(one, day)) == Outcome.DONE)
                        .count();
                assertEquals(made, left, month + " on " + clock.instant());
                assertEquals(0, await(use.calendar(one, month)).makeUpsLeft());
            }
            clock.advance(Duration.ofDays(3));
        }
    }

    @Test
    void makingUpHasLimits() {
        CheckIn use = checkIn(bitmaps);
        assertEquals(Outcome.NOT_PAST, await(use.makeUp(USER, LocalDate.of(2028, 2, 29))));
        assertEquals(Outcome.NOT_PAST, await(use.makeUp(USER, LocalDate.of(2028, 3, 1))));
        assertEquals(Outcome.TOO_OLD, await(use.makeUp(USER, LocalDate.of(2028, 1, 29))));
        assertEquals(Outcome.DONE, await(use.makeUp(USER, LocalDate.of(2028, 1, 30))));
        assertEquals(Outcome.DONE, await(use.makeUp(USER, LocalDate.of(2028, 2, 27))));
        assertEquals(Outcome.DONE, await(use.makeUp(USER, LocalDate.of(2028, 2, 28))));
        assertEquals(Outcome.DONE, await(use.makeUp(USER, LocalDate.of(2028, 2, 28))));
        assertEquals(Outcome.TOO_MANY, await(use.makeUp(USER, LocalDate.of(2028, 2, 26))));
        assertEquals(Outcome.DONE, await(use.checkIn(USER)));
        assertEquals(3, await(use.streak(USER)));

        CheckIn.Calendar calendar = await(use.calendar(USER, YearMonth.of(2028, 2)));
        assertEquals(
                List.of(27, 28, 29),
                calendar.days().stream().map(day -> day.date().getDayOfMonth()).toList());
        assertEquals(0, calendar.makeUpsLeft());
        assertEquals(1, await(use.calendar(USER, YearMonth.of(2028, 1))).makeUpsLeft());
    }
}
