package io.nightmarket.domain.waitingroom;

import io.nightmarket.domain.concurrent.OneByOne;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.voucher.VoucherId;
import io.nightmarket.domain.waitingroom.WaitingRooms.Count;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

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

    /** Of one room, at one time. */
    private record Sample(long at, Count count, double settled, double turns) {}

    /** One iteration, after the one before; a room that fails holds up no other. */
    public CompletionStage<Void> iterate() {
        return records.running(0, MAX_ROOMS).thenCompose(sales -> {
            counter.watch(sales.stream().map(RoomSale::voucher).collect(Collectors.toSet()));
            Map<VoucherId, Sample> measured = new HashMap<>();
            return OneByOne.tryAll(sales, sale -> pace(sale, measured)).thenCompose(failure -> {
                samples = measured;
                report(List.copyOf(measured.values()));
                return OneByOne.failIfAny(failure);
            });
        });
    }

    /** Another node measures from here on. */
    public void stop() {
        samples = new HashMap<>();
        counter.watch(Set.of());
        report(List.of());
    }

    private CompletionStage<Void> pace(RoomSale sale, Map<VoucherId, Sample> measured) {
        long settled = counter.take(sale.voucher());
        return rooms.count(sale).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedStage(null);
            }
            Count count = found.get();
            long now = timers.nanoTime();
            Sample before = samples.get(sale.voucher());
            if (before == null) {
                measured.put(sale.voucher(), new Sample(now, count, 0, 0));
                return CompletableFuture.completedStage(null);
            }
            double seconds = Math.max(1, now - before.at()) / NANOS;
            double smooth = WEIGHT * settled / seconds + (1 - WEIGHT) * before.settled();
            double turns = Math.max(0, count.turns() - before.count().turns()) / seconds;
            measured.put(sale.voucher(), new Sample(now, count, smooth, turns));
            long next = RoomRate.next(count.rate(), smooth, count.queued());
            return next == count.rate() ? CompletableFuture.completedStage(null) : rooms.pace(sale, next);
        });
    }

    private void report(List<Sample> all) {
        meter.measured(
                all.stream().mapToLong(sample -> sample.count().waiting()).sum(),
                all.stream().mapToDouble(Sample::turns).sum(),
                all.stream().mapToLong(sample -> sample.count().rate()).sum());
    }
}
