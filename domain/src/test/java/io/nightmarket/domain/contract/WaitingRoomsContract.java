package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.waiting.RoomRules;
import io.nightmarket.domain.sale.waiting.RoomSale;
import io.nightmarket.domain.sale.waiting.WaitingRooms;
import io.nightmarket.domain.sale.waiting.WaitingRooms.Arrival;
import io.nightmarket.domain.sale.waiting.WaitingRooms.Count;
import io.nightmarket.domain.sale.waiting.WaitingRooms.RoomPlace;
import io.nightmarket.domain.sale.waiting.WaitingRooms.Use;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** What every {@link WaitingRooms} promises, whatever its clock says meanwhile. */
public abstract class WaitingRoomsContract {
    private static final UserId ALICE = new UserId(1001);
    private static final UserId BOB = new UserId(1002);
    private static final UserId CAROL = new UserId(1003);

    /** So fast that turns come at once. */
    private static final long FAST = 100_000;

    private final Instant now = Instant.now();

    /** Tickets that are shown count until then. */
    private final Instant soon = now.plusSeconds(60);

    private final Shard shard = new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE));
    private final VoucherId voucher = new VoucherId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));
    private final RoomSale running = sale(now.minusSeconds(3_600));
    private final RoomSale later = sale(now.plusSeconds(3_600));

    private RoomSale sale(Instant begin) {
        return new RoomSale(voucher, shard, new SaleWindow(begin, now.plusSeconds(7_200)), 0);
    }

    protected abstract WaitingRooms rooms();

    private static Arrival arrival(UserId user, long draw) {
        return new Arrival(user, draw, 0, Instant.EPOCH);
    }

    private RoomPlace join(RoomSale sale, UserId user, long draw) {
        return await(rooms().join(sale, arrival(user, draw)));
    }

    private RoomPlace.Waiting waiting(RoomSale sale, UserId user, long draw) {
        return assertInstanceOf(RoomPlace.Waiting.class, join(sale, user, draw));
    }

    @Test
    void aRoomFollowsTheWindowOfItsSaleByVersions() {
        open(later);
        assertTrue(waiting(later, ALICE, 1).estimate().compareTo(Duration.ofMinutes(59)) > 0);
        RoomSale begun = new RoomSale(voucher, shard, running.window(), 2);
        RoomPlace place = join(begun, ALICE, 1);
        while (!(place instanceof RoomPlace.Turn)) {
            place = join(later, ALICE, 1);
        }

        RoomSale putOff = new RoomSale(voucher, shard, later.window(), 3);
        assertTrue(waiting(putOff, BOB, 2).estimate().compareTo(Duration.ofMinutes(59)) > 0);
        assertTrue(waiting(begun, BOB, 2).estimate().compareTo(Duration.ofMinutes(59)) > 0, "an older version");
    }

    /** Opened with a sale that begins later, the room gives no turns. */
    private void open(RoomSale sale) {
        await(rooms().open(sale, FAST, 0));
    }

    /** A turn needs some of the room's time. */
    private RoomPlace.Turn turn(UserId user) {
        RoomPlace place = join(running, user, 7);
        while (!(place instanceof RoomPlace.Turn)) {
            place = join(running, user, 7);
        }
        return (RoomPlace.Turn) place;
    }

    private Use use(UserId user, RoomPlace.Turn turn, String key) {
        return await(rooms().use(running, user, turn, key));
    }

    @Test
    void aRoomIsThereOnceItIsOpened() {
        assertEquals(new RoomPlace.NoRoom(), join(later, ALICE, 7));
        assertEquals(Optional.empty(), await(rooms().count(later)));
        open(later);
        assertEquals(Optional.of(new Count(0, 0, FAST, 0)), await(rooms().count(later)));
        await(rooms().open(later, 17, 0));
        assertEquals(Optional.of(new Count(0, 0, FAST, 0)), await(rooms().count(later)), "it is there");
        await(rooms().pace(later, 17));
        var _ = waiting(later, ALICE, 7);
        assertEquals(Optional.of(new Count(1, 0, 17, 0)), await(rooms().count(later)));
    }

    @Test
    void thoseWhoComeBeforeTheBeginStandByTheirDraw() {
        open(later);
        assertEquals(0, waiting(later, ALICE, 500).before());
        assertEquals(0, waiting(later, BOB, 300).before());
        assertEquals(1, waiting(later, CAROL, 400).before());
        assertEquals(2, waiting(later, ALICE, 500).before());
        assertEquals(500, waiting(later, ALICE, 500).number());

        RoomPlace.Waiting found =
                assertInstanceOf(RoomPlace.Waiting.class, await(rooms().find(later, arrival(BOB, 300))));
        assertEquals(300, found.number());
        assertEquals(RoomRules.FARTHEST, found.comeBack());
        assertTrue(Duration.between(now, found.at()).compareTo(Duration.ofMinutes(1)) < 0, found::toString);
        assertTrue(found.estimate().compareTo(Duration.ofMinutes(59)) > 0, found::toString);
    }

    @Test
    void beforeTheBeginTheEstimateTellsNoPlace() {
        await(rooms().open(later, 1, 0));
        for (long user = 1; user <= 40; user++) {
            Duration estimate = waiting(later, new UserId(user), user).estimate();
            assertTrue(estimate.compareTo(Duration.ofHours(1)) <= 0, estimate::toString);
        }
    }

    @Test
    void whoComesLaterStandsBehindByArrival() {
        // No turn can be given: all turns so far are taken first.
        await(rooms().open(running, 1, 0));
        for (long user = 1; join(running, new UserId(user), 7) instanceof RoomPlace.Turn; user++) {
            assertTrue(user < 100);
        }
        RoomPlace.Waiting alice = waiting(running, ALICE, 7);
        RoomPlace.Waiting bob = waiting(running, BOB, 6);
        assertTrue(alice.number() < bob.number(), () -> alice + " " + bob);
        assertTrue(alice.number() > 1L << 48, "behind all who were drawn");
        assertEquals(alice.number(), waiting(running, ALICE, 5).number());
        assertTrue(bob.before() > alice.before());
    }

    @Test
    void oneUserAtOnceHasOneTicket() {
        open(later);
        List<RoomPlace> joined = atOnce(8, _ -> rooms().join(later, arrival(ALICE, 9)));
        assertEquals(
                1,
                joined.stream()
                        .map(place ->
                                assertInstanceOf(RoomPlace.Waiting.class, place).number())
                        .distinct()
                        .count());
        assertEquals(1, await(rooms().count(later)).orElseThrow().waiting());
    }

    @Test
    void aTicketThatIsGivenUpDoesNotCountWhenItIsShown() {
        open(later);
        assertEquals(new RoomPlace.NotWaiting(), await(rooms().find(later, arrival(ALICE, 500))));
        var _ = waiting(later, ALICE, 500);
        await(rooms().leave(later, ALICE));
        await(rooms().leave(later, ALICE));
        assertEquals(new RoomPlace.NotWaiting(), await(rooms().find(later, arrival(ALICE, 500))));
        assertEquals(0, await(rooms().count(later)).orElseThrow().waiting());
        assertEquals(new RoomPlace.NotWaiting(), await(rooms().find(later, new Arrival(ALICE, 500, 500, soon))));
        assertEquals(500, waiting(later, ALICE, 500).number(), "drawn, it is the same");
        assertEquals(1, await(rooms().count(later)).orElseThrow().waiting());
    }

    @Test
    void aTurnIsNotGoodAgainAfterItsUserLeft() {
        open(running);
        RoomPlace.Turn unused = turn(ALICE);
        await(rooms().leave(running, ALICE));
        assertEquals(Use.USED, use(ALICE, unused, "k-1"));
        RoomPlace.Turn turn = turn(ALICE);
        assertTrue(turn.number() > unused.number(), "a new ticket, at the end");

        assertEquals(Use.BEGUN, use(ALICE, turn, "k-1"));
        await(rooms().leave(running, ALICE));
        assertEquals(Use.USED, use(ALICE, turn, "k-1"));
        await(rooms().endUse(running, ALICE, turn.number(), false));
        assertEquals(Use.USED, use(ALICE, turn, "k-1"));
        RoomPlace shown = await(rooms().find(running, new Arrival(ALICE, 7, turn.number(), soon)));
        assertEquals(new RoomPlace.NotWaiting(), shown);
        assertTrue(turn(ALICE).number() > turn.number(), "a new ticket, at the end");
    }

    @Test
    void aTicketThatIsShownCountsUntilItsEndWhereTheUserIsUnknown() {
        open(later);
        var _ = waiting(later, ALICE, 500);
        RoomPlace late = await(rooms().find(later, new Arrival(BOB, 900, 400, now.minusSeconds(1))));
        assertEquals(new RoomPlace.NotWaiting(), late);
        RoomPlace shown = await(rooms().find(later, new Arrival(BOB, 900, 400, soon)));
        assertEquals(400, assertInstanceOf(RoomPlace.Waiting.class, shown).number());
        RoomPlace known = await(rooms().find(later, new Arrival(ALICE, 500, 1, soon)));
        assertEquals(500, assertInstanceOf(RoomPlace.Waiting.class, known).number());
    }

    @Test
    void aTurnIsUsedOnce() {
        open(running);
        RoomPlace.Turn turn = turn(ALICE);
        RoomPlace.Turn same = assertInstanceOf(RoomPlace.Turn.class, join(running, ALICE, 7), "until it is used");
        assertEquals(turn.until(), same.until());
        assertTrue(same.left().compareTo(turn.left()) <= 0, same::toString);
        assertEquals(Use.BEGUN, use(ALICE, turn, ""));
        assertEquals(Use.USED, use(ALICE, turn, ""), "it is used right now");
        assertEquals(new RoomPlace.Used(), join(running, ALICE, 7));

        await(rooms().endUse(running, ALICE, turn.number(), false));
        assertEquals(Use.BEGUN_AGAIN, use(ALICE, turn, ""), "of the failure of a use the outcome may be unknown");
        await(rooms().endUse(running, ALICE, turn.number(), true));
        assertEquals(Use.USED, use(ALICE, turn, ""));
        await(rooms().endUse(running, ALICE, turn.number(), false));
        assertEquals(Use.USED, use(ALICE, turn, ""), "for good");
        assertEquals(new RoomPlace.Used(), await(rooms().find(running, arrival(ALICE, 7))));

        RoomPlace.Turn next = turn(ALICE);
        assertTrue(next.number() > turn.number(), "a new ticket, at the end");
        assertEquals(Use.USED, use(ALICE, turn, ""));
        assertEquals(Use.BEGUN, use(ALICE, next, ""));
    }

    @Test
    void theSameKeyUsesATurnAgain() {
        open(running);
        RoomPlace.Turn turn = turn(ALICE);
        assertEquals(Use.BEGUN, use(ALICE, turn, "k-1"));
        assertEquals(Use.BEGUN_AGAIN, use(ALICE, turn, "k-1"));
        assertEquals(Use.USED, use(ALICE, turn, "k-2"));
        await(rooms().endUse(running, ALICE, turn.number(), true));
        assertEquals(Use.REPEATED, use(ALICE, turn, "k-1"));
        assertEquals(Use.USED, use(ALICE, turn, ""));
    }

    @Test
    void aTurnOfALostRoomIsUsedOnce() {
        RoomPlace.Turn turn = new RoomPlace.Turn(77, now.plusSeconds(600), Duration.ZERO);
        assertEquals(Use.NO_ROOM, use(BOB, turn, ""), "until it is opened again");
        open(running);
        assertEquals(Use.BEGUN_AGAIN, use(BOB, turn, ""), "it may have been used before the room was lost");
        assertEquals(Use.USED, use(BOB, turn, ""));
    }

    @Test
    void aTurnEndsByTheClockOfTheRoomAndTurnsAreCounted() {
        open(running);
        assertEquals(Use.OVER, use(BOB, new RoomPlace.Turn(77, now.minusSeconds(1), Duration.ZERO), ""));
        var _ = turn(ALICE);
        var _ = turn(BOB);
        assertEquals(Optional.of(new Count(0, 2, FAST, 0)), await(rooms().count(running)));
    }

    @Test
    void aSaleThatIsOverHasNoTurns() {
        RoomSale over = new RoomSale(voucher, shard, new SaleWindow(now.minusSeconds(3_600), now.minusSeconds(1)), 0);
        open(over);
        assertEquals(new RoomPlace.Ended(), join(over, ALICE, 7));
    }

    @Test
    void aRevokedTicketIsOfNoUse() {
        open(running);
        RoomPlace.Turn turn = turn(ALICE);
        await(rooms().revoke(running, List.of(ALICE)));
        await(rooms().revoke(running, List.of(ALICE)));
        assertEquals(Use.REVOKED, use(ALICE, turn, ""));
        assertEquals(new RoomPlace.Revoked(), join(running, ALICE, 7));
        await(rooms().leave(running, ALICE));
        assertEquals(new RoomPlace.Revoked(), await(rooms().find(running, arrival(ALICE, 7))));
    }

    @Test
    void ticketsAreRevokedAlsoBeforeTheRoomIsOpened() {
        await(rooms().revoke(later, List.of(ALICE, CAROL)));
        open(later);
        assertEquals(new RoomPlace.Revoked(), join(later, CAROL, 9));
        assertEquals(new RoomPlace.Revoked(), join(later, ALICE, 7));
        var _ = waiting(later, BOB, 8);
    }

    @Test
    void aRoomThatLostARevokedTicketIsNotOpened() {
        await(rooms().revoke(later, List.of(ALICE)));
        await(rooms().open(later, FAST, 2));
        assertEquals(new RoomPlace.NoRoom(), join(later, BOB, 7));
        await(rooms().revoke(later, List.of(BOB)));
        await(rooms().open(later, FAST, 2));
        assertEquals(new RoomPlace.Revoked(), join(later, BOB, 7));
    }

    @Test
    void aRevokedUserIsOutOfTheLine() {
        open(later);
        var _ = waiting(later, ALICE, 7);
        assertEquals(1, waiting(later, BOB, 8).before());
        await(rooms().revoke(later, List.of(ALICE)));
        assertEquals(0, waiting(later, BOB, 8).before());
    }
}
