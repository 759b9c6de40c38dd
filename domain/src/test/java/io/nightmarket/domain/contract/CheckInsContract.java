package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.checkin.CheckIns;
import io.nightmarket.domain.checkin.CheckIns.Day;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

public abstract class CheckInsContract {
    private static final LocalDate FIRST = LocalDate.of(2028, 2, 1);
    private static final LocalDate LEAP_DAY = LocalDate.of(2028, 2, 29);

    protected abstract CheckIns checkIns();

    /** A user that no other test has. */
    protected abstract UserId newUser();

    private List<Day> february(UserId user) {
        return await(checkIns().days(user, FIRST, LEAP_DAY));
    }

    @Test
    void aDayIsThereOnceHoweverOftenItIsAdded() {
        UserId user = newUser();
        await(checkIns().add(user, LEAP_DAY));
        var _ = Stages.atOnce(6, _ -> checkIns().add(user, LEAP_DAY).thenApply(_ -> true));
        assertTrue(await(checkIns().makeUp(user, LEAP_DAY, 0)));
        assertTrue(await(checkIns().makeUp(user, FIRST, 1)));
        await(checkIns().add(user, FIRST));
        assertTrue(await(checkIns().makeUp(user, FIRST, 1)));
        assertEquals(List.of(new Day(FIRST, true), new Day(LEAP_DAY, false)), february(user));
    }

    @Test
    void daysAreReadAscendingWithinTheirBounds() {
        UserId user = newUser();
        for (LocalDate day : List.of(LEAP_DAY.plusDays(1), LEAP_DAY, FIRST, FIRST.minusDays(1))) {
            await(checkIns().add(user, day));
        }
        assertEquals(List.of(new Day(FIRST, false), new Day(LEAP_DAY, false)), february(user));
        assertEquals(List.of(), await(checkIns().days(user, FIRST.plusDays(1), FIRST.plusDays(9))));
    }

    @Test
    void concurrentRequestsDoNotPassTheLimitOfAMonth() {
        UserId user = newUser();
        List<Boolean> outcomes = Stages.atOnce(6, i -> checkIns().makeUp(user, FIRST.plusDays(i), 2));
        assertEquals(4, outcomes.stream().filter(done -> !done).count());
        assertEquals(2, february(user).size());
        assertTrue(await(checkIns().makeUp(user, FIRST.minusDays(1), 2)));
        assertTrue(await(checkIns().makeUp(user, LEAP_DAY.plusDays(1), 2)));
    }

    @Test
    void thoseOfADayAreCounted() {
        UserId user = newUser();
        LocalDate day = FIRST.plusDays(9);
        LocalDate next = day.plusDays(1);
        CheckIns.Counted before = await(checkIns().count(day));
        CheckIns.Counted beforeNext = await(checkIns().count(next));
        await(checkIns().add(user, day));
        assertTrue(await(checkIns().makeUp(user, next, 1)));
        assertEquals(
                new CheckIns.Counted(before.checkIns() + 1, before.madeUp()),
                await(checkIns().count(day)));
        assertEquals(
                new CheckIns.Counted(beforeNext.checkIns() + 1, beforeNext.madeUp() + 1),
                await(checkIns().count(next)));
    }
}
