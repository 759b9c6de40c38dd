package io.nightmarket.domain.voucher;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.concurrent.RecentlyUsed;
import io.nightmarket.domain.concurrent.SingleFlight;
import io.nightmarket.domain.concurrent.Stages;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.shop.ShopId;
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
 * Puts what the queue has left of flash sales into the lists of shops. The units of a shop's sales are read together, at most
 * once in {@link #REFRESH}, and shown for {@link #MAX_AGE} at most. One for a node; safe for use by several threads.
 */
public final class LiveStock {
    /** From this age on, units are read again while the last ones are still shown. */
    static final Duration REFRESH = Duration.ofMillis(500);

    static final Duration MAX_AGE = Duration.ofSeconds(1);

    /** Sales of a list whose units are read; those behind them show the database's. */
    static final int MAX_SALES = 100;

    private static final int MAX_SHOPS = 10_000;

    private final Units units;
    private final Timers timers;
    private final RecentlyUsed<ShopId, Shown> shops = new RecentlyUsed<>(MAX_SHOPS);
    private final SingleFlight<ShopId, Shown> readings = new SingleFlight<>();

    /** The units that are left of a sale; nothing when the queue does not hold it. */
    @FunctionalInterface
    public interface Units {
        CompletionStage<OptionalLong> left(VoucherId sale);
    }

    /**
     * A list with the units of some time.
     *
     * @param of the list from the cache
     * @param result the same object for all who read it, so that it is written once
     * @param readAt nanoseconds by the timers, before the units were asked for
     */
    private record Shown(
            ReadResult<List<Voucher>> of, ReadResult<List<Voucher>> result, Map<VoucherId, Long> units, long readAt) {
        Shown with(ReadResult<List<Voucher>> newer) {
            return new Shown(newer, merged(newer, units), units, readAt);
        }
    }

    public LiveStock(Units units, Timers timers) {
        this.units = units;
        this.timers = timers;
    }

    /** The list with the units of now; as it is, and marked as stale, when they can't be read. */
    CompletionStage<ReadResult<List<Voucher>>> in(ShopId shop, ReadResult<List<Voucher>> list) {
        if (list.value().isEmpty() || list.value().get().stream().allMatch(voucher -> voucher.flashSale() == null)) {
            return CompletableFuture.completedStage(list);
        }
        Shown last = shops.find(shop).orElse(null);
        long age = last == null ? Long.MAX_VALUE : timers.nanoTime() - last.readAt();
        if (last != null && age < MAX_AGE.toNanos()) {
            if (age >= REFRESH.toNanos()) {
                var _ = readings.run(shop, _ -> read(shop, list));
            }
            return CompletableFuture.completedStage(current(shop, last, list).result());
        }
        return readings.run(shop, _ -> read(shop, list))
                .thenApply(read -> current(shop, read, list).result())
                .exceptionallyCompose(DomainFailure.fallBackOn(new ReadResult<>(list.value(), list.loadedAt(), true)));
    }

    /** The cache may have another list by now. */
    private Shown current(ShopId shop, Shown shown, ReadResult<List<Voucher>> list) {
        return isOf(shown, list) ? shown : keep(shop, shown.with(list));
    }

    private static boolean isOf(Shown shown, ReadResult<List<Voucher>> list) {
        return shown.of().value().equals(list.value()) && shown.of().stale() == list.stale();
    }

    private Shown keep(ShopId shop, Shown newer) {
        shops.merge(shop, newer, (old, next) -> old.readAt() > next.readAt() ? old : next);
        return newer;
    }

    private CompletionStage<Shown> read(ShopId shop, ReadResult<List<Voucher>> list) {
        long now = timers.nanoTime();
        List<VoucherId> sales = list.value().orElse(List.of()).stream()
                .filter(voucher -> voucher.flashSale() != null)
                .map(Voucher::id)
                .limit(MAX_SALES)
                .toList();
        Map<VoucherId, CompletableFuture<OptionalLong>> asked = new HashMap<>();
        sales.forEach(sale -> asked.put(sale, units.left(sale).toCompletableFuture()));
        return Stages.all(asked.values()).thenApply(_ -> {
            Map<VoucherId, Long> left = new HashMap<>();
            asked.forEach((sale, answer) -> answer.join().ifPresent(units -> left.put(sale, units)));
            return keep(shop, new Shown(list, merged(list, left), left, now));
        });
    }

    private static ReadResult<List<Voucher>> merged(ReadResult<List<Voucher>> list, Map<VoucherId, Long> units) {
        return list.map(vouchers -> vouchers.stream()
                .map(voucher -> with(voucher, units.get(voucher.id())))
                .toList());
    }

    private static Voucher with(Voucher voucher, @Nullable Long left) {
        return left == null
                ? voucher
                : Optional.ofNullable(voucher.flashSale())
                        .map(terms ->
                                voucher.with(new Voucher.Terms(left, terms.begin(), terms.end(), terms.waitlist())))
                        .orElse(voucher);
    }
}
