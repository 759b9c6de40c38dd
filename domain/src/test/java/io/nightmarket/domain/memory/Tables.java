package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.FlashSale;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What {@link InMemoryBooks} holds. Whoever touches it holds its monitor. */
final class Tables {
    final Map<VoucherId, FlashSale> sales = new HashMap<>();
    final Map<VoucherId, Map<UserId, OrderId>> claims = new HashMap<>();
    final Map<OrderId, Order> orders = new HashMap<>();
    final Map<OrderId, OrderProgress> rejections = new HashMap<>();
    final Map<Shard, Map<OrderId, Purchase>> owed = new HashMap<>();
    final Map<Shard, Long> fences = new HashMap<>();
    final Map<Shard, EntryId> lastSettled = new HashMap<>();

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
