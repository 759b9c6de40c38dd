package io.nightmarket.domain.shop;

import io.nightmarket.domain.base.Deadlines;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.RecentlyUsed;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.cache.ReadResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Puts the available units of flash sales, as the queue has them, into the lists of shops. The units of a shop's sales are
 * read together, at most once in {@link #REFRESH}, and shown for {@link #MAX_AGE} at most. One for a node; safe for use by
 * several threads.
 */
public final class LiveStock {
    /** From this age on, units are read again while the last ones are still shown, unless some of them could not be read. */
    static final Duration REFRESH = Duration.ofMillis(500);

    static final Duration MAX_AGE = Duration.ofSeconds(1);

    /** Sales of a list whose units are read; those behind them show the database's. */
    static final int MAX_SALES = 100;

    private static final int MAX_SHOPS = 10_000;

    private final Units units;
    private final Duration timeout;
    private final Timers timers;
    private final RecentlyUsed<ShopId, Shown> shops = new RecentlyUsed<>(MAX_SHOPS);
    private final SingleFlight<ShopId, Shown> readings = new SingleFlight<>();

    /** The available units of a sale; nothing when the queue does not hold it. */
    @FunctionalInterface
    public interface Units {
        CompletionStage<OptionalLong> available(VoucherId sale);
    }

    /** @param isKnown whether the queue answered */
    private record Answer(VoucherId sale, OptionalLong available, boolean isKnown) {}

    /**
     * A list with the units of some time.
     *
     * @param of the list from the cache
     * @param result the result that all readers share, so that it is written once
     * @param isWhole whether the queue answered for all sales; if not, the result is stale
     * @param readAt nanoseconds by the timers, before the units were asked for; after it, if some could not be read
     */
    private record Shown(
            ReadResult<List<Voucher>> of,
            ReadResult<List<Voucher>> result,
            Map<VoucherId, Long> available,
            boolean isWhole,
            long readAt) {
        static Shown of(ReadResult<List<Voucher>> list, Map<VoucherId, Long> available, boolean isWhole, long readAt) {
            ReadResult<List<Voucher>> merged = merged(list, available);
            return new Shown(list, isWhole ? merged : merged.asStale(), available, isWhole, readAt);
        }

        Shown with(ReadResult<List<Voucher>> newer) {
            return of(newer, available, isWhole, readAt);
        }

        boolean isOver(long now) {
            return now - readAt >= (isWhole ? MAX_AGE : REFRESH).toNanos();
        }
    }

    /** @param timeout the timeout of reading units; no more than {@link #MAX_AGE} less {@link #REFRESH} is used */
    public LiveStock(Units units, Duration timeout, Timers timers) {
        Duration longest = MAX_AGE.minus(REFRESH);
        this.units = units;
        this.timeout = timeout.compareTo(longest) < 0 ? timeout : longest;
        this.timers = timers;
    }

    /**
     * The list with the units of now. Sales whose units can't be read in time keep the database's stock, and the list is stale
     * then.
     */
    CompletionStage<ReadResult<List<Voucher>>> in(ShopId shop, ReadResult<List<Voucher>> list) {
        if (list.value().isEmpty() || list.value().get().stream().allMatch(voucher -> voucher.flashSale() == null)) {
            return CompletableFuture.completedStage(list);
        }
        Shown last = shops.find(shop).orElse(null);
        long now = timers.nanoTime();
        if (last != null && !last.isOver(now)) {
            if (now - last.readAt() >= REFRESH.toNanos()) {
                var _ = readings.run(shop, _ -> read(shop, list));
            }
            return CompletableFuture.completedStage(current(shop, last, list).result());
        }
        return readings.run(shop, _ -> read(shop, list)).thenApply(read -> {
            ReadResult<List<Voucher>> result = current(shop, read, list).result();
            return read.isOver(timers.nanoTime()) ? result.asStale() : result;
        });
    }

    /** The cache may have another list by now. */
    private Shown current(ShopId shop, Shown shown, ReadResult<List<Voucher>> list) {
        return isOf(shown, list) ? shown : keep(shop, shown.with(list));
    }

    private static boolean isOf(Shown shown, ReadResult<List<Voucher>> list) {
        return shown.of().value().equals(list.value()) && shown.of().stale() == list.stale();
    }

    /** Units that could not be read don't replace others that may still be shown. */
    private Shown keep(ShopId shop, Shown newer) {
        shops.merge(
                shop,
                newer,
                (old, next) -> old.readAt() > next.readAt()
                                || (old.isWhole() && !next.isWhole() && !old.isOver(timers.nanoTime()))
                        ? old
                        : next);
        return newer;
    }

    private CompletionStage<Shown> read(ShopId shop, ReadResult<List<Voucher>> list) {
        long start = timers.nanoTime();
        List<CompletionStage<Answer>> asked = list.value().orElse(List.of()).stream()
                .filter(voucher -> voucher.flashSale() != null)
                .limit(MAX_SALES)
                .map(voucher -> ask(voucher.id()))
                .toList();
        return Stages.list(asked).thenApply(answers -> {
            Map<VoucherId, Long> available = new HashMap<>();
            answers.forEach(answer -> answer.available().ifPresent(units -> available.put(answer.sale(), units)));
            boolean isWhole = answers.stream().allMatch(Answer::isKnown);
            return keep(shop, Shown.of(list, available, isWhole, isWhole ? start : timers.nanoTime()));
        });
    }

    private CompletionStage<Answer> ask(VoucherId sale) {
        return Deadlines.within(
                        units.available(sale), timeout, timers, () -> new TimedOut("units not read within " + timeout))
                .thenApply(available -> new Answer(sale, available, true))
                .exceptionallyCompose(DomainFailure.fallBackOn(new Answer(sale, OptionalLong.empty(), false)));
    }

    private static ReadResult<List<Voucher>> merged(ReadResult<List<Voucher>> list, Map<VoucherId, Long> available) {
        return list.map(vouchers -> vouchers.stream()
                .map(voucher -> with(voucher, available.get(voucher.id())))
                .toList());
    }

    private static Voucher with(Voucher voucher, @Nullable Long available) {
        return available == null
                ? voucher
                : Optional.ofNullable(voucher.flashSale())
                        .map(terms ->
                                voucher.with(new Voucher.Terms(available, terms.begin(), terms.end(), terms.options())))
                        .orElse(voucher);
    }
}
