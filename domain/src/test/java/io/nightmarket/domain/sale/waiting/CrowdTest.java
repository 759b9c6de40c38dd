package io.nightmarket.domain.sale.waiting;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.InMemoryWaitingRooms;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.sale.BuyerSignatures;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.waiting.WaitingRooms.Arrival;
import io.nightmarket.domain.sale.waiting.WaitingRooms.RoomPlace;
import io.nightmarket.domain.shop.VoucherId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** 100,000 users wait in virtual time, and half of them never return. */
@Tag("simulation")
final class CrowdTest {
    private static final Instant OPENING = Instant.parse("2026-11-20T12:00:00Z");
    private static final int USERS = 100_000;
    private static final long RATE = USERS / 100;
    private static final long LONGEST_IDLE = 1_000;

    private final Random chance = new Random(7);

    /** One crowd in one room. Times are milliseconds since the opening. */
    private final class Crowd {
        private final ManualClock clock = new ManualClock(OPENING.minusSeconds(3_600));
        private final InMemoryWaitingRooms rooms = new InMemoryWaitingRooms(clock);
        private final RoomTokens tokens = new RoomTokens(
                new BuyerSignatures("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII)));
        private final RoomSale sale = new RoomSale(
                new VoucherId(1), Shard.FIRST, new SaleWindow(OPENING, OPENING.plus(Duration.ofHours(1))), 0);
        private final PriorityQueue<Visit> visits = new PriorityQueue<>();
        private final Map<Long, Long> leaving = new HashMap<>();
        private final Map<Long, Long> numbers = new HashMap<>();
        private final List<Stated> stated = new ArrayList<>();
        private final Map<Long, Long> turns = new HashMap<>();
        private final List<Long> order = new ArrayList<>();
        private long longestIdle;

        private record Stated(long user, long at, long estimate) {}

        Crowd(ToLongFunction<Random> joins, ToLongFunction<Random> leaves) {
            await(rooms.open(sale, RATE, 0));
            for (long user = 1; user <= USERS; user++) {
                long join = joins.applyAsLong(chance);
                visits.add(new Visit(join, user));
                if (user % 2 == 0) {
                    leaving.put(user, Math.max(join + 1, leaves.applyAsLong(chance)));
                }
            }
        }

        void play() {
            long lastTurn = 0;
            while (!visits.isEmpty()) {
                Visit visit = visits.remove();
                if (visit.at >= leaving.getOrDefault(visit.user, Long.MAX_VALUE)) {
                    continue;
                }
                clock.set(OPENING.plusMillis(visit.at));
                UserId user = new UserId(visit.user);
                RoomPlace place =
                        await(rooms.join(sale, new Arrival(user, tokens.draw(sale.voucher(), user), 0, Instant.EPOCH)));
                if (place instanceof RoomPlace.Waiting waiting) {
                    numbers.put(visit.user, waiting.number());
                    if (visit.at >= 0) {
                        stated.add(new Stated(
                                visit.user, visit.at, waiting.estimate().toMillis()));
                    }
                    // On its way for some time, as answers are.
                    visits.add(new Visit(visit.at + waiting.comeBack().toMillis() + chance.nextInt(100), visit.user));
                } else if (place instanceof RoomPlace.Turn turn) {
                    numbers.put(visit.user, turn.number());
                    turns.put(visit.user, visit.at);
                    order.add(visit.user);
                    longestIdle = Math.max(longestIdle, visit.at - lastTurn);
                    lastTurn = visit.at;
                }
            }
        }

        /** The share of the stated waits that were true to a quarter, of those whose turn came. */
        double trueWaits() {
            List<Stated> judged =
                    stated.stream().filter(one -> turns.containsKey(one.user)).toList();
            long right = judged.stream()
                    .filter(one -> {
                        long real = turns.getOrDefault(one.user, 0L) - one.at;
                        // Below a second there is no telling: a user comes back that late.
                        return Math.abs(one.estimate - real) <= Math.max(LONGEST_IDLE, real / 4);
                    })
                    .count();
            return (double) right / judged.size();
        }

        /** By how many places the turn of a user differed from the number of the ticket, for 99 of 100 users at most. */
        int displaced() {
            List<Long> byNumber = order.stream()
                    .sorted(Comparator.comparingLong(user -> numbers.getOrDefault(user, 0L)))
                    .toList();
            Map<Long, Integer> places = new HashMap<>();
            for (int i = 0; i < byNumber.size(); i++) {
                places.put(byNumber.get(i), i);
            }
            int[] moved = new int[order.size()];
            for (int i = 0; i < moved.length; i++) {
                moved[i] = Math.abs(places.getOrDefault(order.get(i), 0) - i);
            }
            Arrays.sort(moved);
            return moved[moved.length * 99 / 100];
        }
    }

    private record Visit(long at, long user) implements Comparable<Visit> {
        @Override
        public int compareTo(Visit other) {
            return at == other.at ? Long.compare(user, other.user) : Long.compare(at, other.at);
        }
    }

    /** All who stay have a turn, in their order but for the second in which they come back, and the inlet is not idle. */
    private static Crowd play(Crowd crowd) {
        crowd.play();
        for (long user = 1; user <= USERS; user += 2) {
            assertTrue(crowd.turns.containsKey(user), "a user who stayed has no turn");
        }
        assertTrue(crowd.longestIdle <= LONGEST_IDLE, () -> "idle for " + crowd.longestIdle + " ms");
        return crowd;
    }

    @Test
    void halfAreGoneWhenTheSaleBegins() {
        Crowd crowd = play(new Crowd(chance -> -chance.nextLong(120_000), chance -> -chance.nextLong(120_000)));
        assertEquals(USERS / 2, crowd.turns.size());
        assertTrue(crowd.trueWaits() >= 0.9, () -> "" + crowd.trueWaits());
        assertTrue(crowd.displaced() <= 2 * RATE, () -> "" + crowd.displaced());
    }

    @Test
    void halfGoAwayWhileTheyWait() {
        Crowd crowd =
                play(new Crowd(chance -> -chance.nextLong(120_000), chance -> chance.nextLong(160_000) - 120_000));
        assertTrue(crowd.trueWaits() >= 0.9, () -> "" + crowd.trueWaits());
        assertTrue(crowd.displaced() <= 2 * RATE, () -> "" + crowd.displaced());
    }

    /** Until their absence is seen no estimate can be right. */
    @Test
    void halfGoAwayAtOnce() {
        var _ = play(new Crowd(chance -> -chance.nextLong(120_000), _ -> 15_000));
    }

    /** They come after the begin, and half of them look in once. */
    @Test
    void aRushOfWhomHalfNeverReturn() {
        Crowd crowd = play(new Crowd(chance -> chance.nextLong(10_000), _ -> 0));
        assertTrue(crowd.trueWaits() >= 0.8, () -> "" + crowd.trueWaits());
    }
}
