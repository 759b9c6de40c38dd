package io.nightmarket.domain.sale.waiting;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.InMemoryWaitingRooms;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.SaleWorld;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class PaceRoomsTest extends SaleWorld {
    private static final SaleWindow FROM_NOW = new SaleWindow(NOON, NOON.plusSeconds(3_600));
    private final InMemoryWaitingRooms rooms = new InMemoryWaitingRooms(clock);
    private final SettleCounter counter = new SettleCounter(new SaleDirectory(ledger, new ManualTimers()));
    private final List<Long> rates = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final RoomMeter meter = new RoomMeter() {
        @Override
        public void measured(long waiting, double turnsPerSecond, long rate) {
            rates.add(rate);
        }

        @Override
        public void failed(Throwable first) {
            failures.add(first);
        }

        @Override
        public void paced() {
            failures.clear();
        }
    };
    private final PaceRooms pacing = new PaceRooms(ledger.roomRecords(), rooms, counter, meter, timers);

    private VoucherId flashSale(boolean waitingRoom) {
        return create(9, FROM_NOW, new SaleOptions(false, waitingRoom, false));
    }

    private RoomSale roomSale() {
        RoomSale made = new RoomSale(flashSale(true), Shard.FIRST, FROM_NOW, 0);
        await(rooms.open(made, RoomRate.FIRST, 0));
        return made;
    }

    private void second(RoomSale sale, int settled) {
        settle(sale.voucher(), settled);
        second();
    }

    private void second() {
        timers.advance(Duration.ofSeconds(1));
        await(pacing.iterate());
    }

    private void settle(VoucherId sale, int settled) {
        List<Purchase> orders = LongStream.rangeClosed(1, settled)
                .mapToObj(id -> new Purchase(new OrderId(id), sale, new UserId(id)))
                .toList();
        counter.settled(new Settlement(orders, List.of()));
    }

    private long rate(RoomSale sale) {
        return await(rooms.count(sale)).orElseThrow().rate();
    }

    @Test
    void theRateGrowsWhileItIsSettled() {
        RoomSale sale = roomSale();
        await(pacing.iterate());
        for (int i = 0; i < 60; i++) {
            second(sale, (int) Math.min(rate(sale), 4_000));
        }
        assertTrue(rate(sale) >= 4_000 && rate(sale) <= 9_000, () -> "" + rate(sale));
        assertEquals(rate(sale), RoomRate.next(rate(sale), 4_000, 4_000, 3_000), "no further");
        assertTrue(rates.getLast() >= 4_000, rates::toString);
    }

    @Test
    void whereNothingIsSettledTheRateStays() {
        RoomSale sale = roomSale();
        await(pacing.iterate());
        second(sale, 0);
        second(sale, 0);
        assertEquals(RoomRate.FIRST, rate(sale));
        pacing.stop();
        assertEquals(0L, rates.getLast());
    }

    @Test
    void aQueueThatGrowsLowersTheRateToWhatIsSettled() {
        assertEquals(900, RoomRate.next(5_000, 1_000, 1_000, 1_001));
        assertEquals(5_000, RoomRate.next(5_000, 1_000, 1_000, 900), "neither long nor short");
        assertEquals(5_500, RoomRate.next(5_000, 5_000, 5_000, 100));
        assertEquals(RoomRate.MIN, RoomRate.next(5_000, 0, 0, 1_000));
        assertEquals(RoomRate.MAX, RoomRate.next(RoomRate.MAX, RoomRate.MAX, RoomRate.MAX, 0));
    }

    @Test
    void aRoomThatFailsHoldsUpNoOtherAndKeepsItsSample() {
        RoomSale failing = roomSale();
        RoomSale other = roomSale();
        await(pacing.iterate());
        rooms.failCounts(failing, true);
        settle(failing.voucher(), 400);
        second(other, 400);
        assertEquals(550, rate(other));
        assertEquals(1, failures.size());

        rooms.failCounts(failing, false);
        settle(failing.voucher(), 400);
        second();
        assertEquals(550, rate(failing), "400 a second in two seconds");
        assertEquals(0, failures.size(), "all are paced again");
    }

    @Test
    void theFirstMeasurementIsNotAveragedWithNothing() {
        RoomSale sale = roomSale();
        await(pacing.iterate());
        rooms.queue(400);
        second(sale, 500);
        assertEquals(RoomRate.FIRST, rate(sale), "a queue of less than a second");
    }

    @Test
    void theQueueOfOtherSalesDoesNotLowerTheRate() {
        RoomSale sale = roomSale();
        VoucherId other = flashSale(false);
        await(pacing.iterate());
        rooms.queue(2_000);
        settle(other, 3_000);
        second(sale, 500);
        assertEquals(RoomRate.FIRST, rate(sale), "the shard settles it in a second");
        second(sale, 500);
        second(sale, 500);
        assertEquals(450, rate(sale), "it does not any more");
    }
}
