package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.FlashSale;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.StockAdjustment;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.Epoch;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What {@link InMemoryBooks} holds. Whoever touches it holds its monitor. */
final class Tables {
    final Map<VoucherId, FlashSale> sales = new HashMap<>();
    final Map<VoucherId, Map<UserId, OrderId>> claims = new HashMap<>();
    final Map<OrderId, Order> orders = new HashMap<>();
    final Map<OrderId, Rejection> rejections = new LinkedHashMap<>();
    final Set<Purchase> lost = new HashSet<>();
    final Map<Long, StockAdjustment> adjustments = new LinkedHashMap<>();
    final Map<VoucherId, Long> confirmed = new HashMap<>();
    final Set<VoucherId> removed = new HashSet<>();
    final Map<Shard, Map<OrderId, Purchase>> owed = new HashMap<>();
    final Map<Shard, Long> fences = new HashMap<>();
    final Map<Shard, Long> epochs = new HashMap<>();
    final Map<Shard, EntryId> lastSettled = new HashMap<>();

    record Rejection(VoucherId voucher, OrderProgress.Rejected progress) {}

    /** The last one. */
    Optional<OrderProgress.Rejected> rejectionOf(VoucherId voucher, UserId buyer) {
        return rejections.values().stream()
                .filter(one ->
                        one.voucher().equals(voucher) && one.progress().user().equals(buyer))
                .map(Rejection::progress)
                .reduce((_, later) -> later);
    }

    /** The adjustments that the stock of a sale contains. */
    Set<Long> countedIn(VoucherId voucher) {
        return adjustments.values().stream()
                .filter(one ->
                        one.voucher().equals(voucher) && (one.units() > 0 || one.state() == StockAdjustment.State.DONE))
                .map(StockAdjustment::id)
                .collect(Collectors.toSet());
    }

    void end(StockAdjustment adjustment, StockAdjustment.State state) {
        adjustments.put(
                adjustment.id(),
                new StockAdjustment(
                        adjustment.id(),
                        adjustment.shard(),
                        adjustment.voucher(),
                        adjustment.name(),
                        adjustment.units(),
                        state));
    }

    Epoch epoch(Shard shard) {
        return new Epoch(shard, epochs.getOrDefault(shard, 0L));
    }

    long raiseFence(Shard shard) {
        return fences.merge(shard, 1L, Long::sum);
    }

    Map<UserId, OrderId> claimsOf(VoucherId voucher) {
        return claims.computeIfAbsent(voucher, _ -> new HashMap<>());
    }

    Map<OrderId, Purchase> owedBy(Shard shard) {
        return owed.computeIfAbsent(shard, _ -> new LinkedHashMap<>());
    }
}
