package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.sale.waiting.WaitingRooms.Count;
import io.nightmarket.domain.shop.VoucherId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Sets the rate of each room by what was settled of its sale. A job of one node; without it the rates stay as they are. */
public final class PaceRooms {
    /** More sales with a room at once keep the rate that they have. */
    private static final int MAX_ROOMS = 100;

    /** The newest measurement counts for this part. */
    private static final double WEIGHT = 0.3;

    private static final double NANOS = 1e9;

    private final RoomRecords records;
    private final WaitingRooms rooms;
    private final SettleCounter counter;
    private final RoomMeter meter;
    private final Timers timers;
    private Map<VoucherId, Sample> samples = new HashMap<>();

    public PaceRooms(RoomRecords records, WaitingRooms rooms, SettleCounter counter, RoomMeter meter, Timers timers) {
        this.records = records;
        this.rooms = rooms;
        this.counter = counter;
        this.meter = meter;
        this.timers = timers;
    }

    /** The counts of one room at one time; the first has no rates of orders (NaN). */
    private record Sample(
            long at, Count count, SettleCounter.Total total, double settled, double ofShard, double turns) {}

    /** One iteration, after the one before; a room that fails holds up no other. Fails when the sales cannot be read. */
    public CompletionStage<Void> iterate() {
        return records.running(MAX_ROOMS).thenCompose(sales -> {
            counter.watch(sales);
            Map<VoucherId, Sample> measured = new HashMap<>();
            return OneByOne.tryAll(sales, sale -> pace(sale, measured)).thenAccept(failure -> {
                samples = measured;
                report(List.copyOf(measured.values()));
                failure.ifPresentOrElse(meter::failed, meter::paced);
            });
        });
    }

    /** Another node measures from here on. */
    public void stop() {
        samples = new HashMap<>();
        counter.watch(List.of());
        report(List.of());
        meter.paced();
    }

    private CompletionStage<Void> pace(RoomSale sale, Map<VoucherId, Sample> measured) {
        Sample before = samples.get(sale.voucher());
        if (before != null) {
            measured.put(sale.voucher(), before);
        }
        return rooms.count(sale).thenCompose(found -> {
            if (found.isEmpty()) {
                measured.remove(sale.voucher());
                return CompletableFuture.completedStage(null);
            }
            Count count = found.get();
            Sample next = next(before, count, counter.total(sale));
            measured.put(sale.voucher(), next);
            long rate = before == null
                    ? count.rate()
                    : RoomRate.next(count.rate(), next.settled(), next.ofShard(), count.queued());
            return rate == count.rate() ? CompletableFuture.completedStage(null) : rooms.pace(sale, rate);
        });
    }

    private Sample next(@Nullable Sample before, Count count, SettleCounter.Total total) {
        long now = timers.nanoTime();
        if (before == null) {
            return new Sample(now, count, total, Double.NaN, Double.NaN, 0);
        }
        double seconds = Math.max(1, now - before.at()) / NANOS;
        return new Sample(
                now,
                count,
                total,
                smooth(before.settled(), (total.sale() - before.total().sale()) / seconds),
                smooth(before.ofShard(), (total.shard() - before.total().shard()) / seconds),
                Math.max(0, count.turns() - before.count().turns()) / seconds);
    }

    private static double smooth(double before, double measured) {
        return Double.isNaN(before) ? measured : WEIGHT * measured + (1 - WEIGHT) * before;
    }

    private void report(List<Sample> all) {
        meter.measured(
                all.stream().mapToLong(sample -> sample.count().waiting()).sum(),
                all.stream().mapToDouble(Sample::turns).sum(),
                all.stream().mapToLong(sample -> sample.count().rate()).sum());
    }
}
