package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.waiting.RoomRecords;
import io.nightmarket.domain.sale.waiting.RoomSale;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** The waiting rooms of the sales of an {@link InMemoryLedger}. */
public record InMemoryRoomRecords(Tables tables, Clock clock) implements RoomRecords {
    @Override
    public CompletionStage<List<RoomSale>> running(int max) {
        Instant now = clock.instant();
        return tables.transaction(() -> tables.sales.values().stream()
                .filter(sale -> sale.options().waitingRoom())
                .filter(sale -> !sale.window().begin().isAfter(now)
                        && sale.window().end().isAfter(now))
                .sorted(Comparator.comparingLong(sale -> sale.voucher().value()))
                .limit(max)
                .map(sale -> new RoomSale(sale.voucher(), sale.shard(), sale.window(), sale.version()))
                .toList());
    }

    @Override
    public CompletionStage<Void> revoke(VoucherId sale, UserId user) {
        return tables.change(() -> {
            tables.revokedTickets.computeIfAbsent(sale, _ -> new HashSet<>()).add(user);
        });
    }

    @Override
    public CompletionStage<Boolean> hasBought(VoucherId sale, UserId user, Instant since) {
        return tables.transaction(() -> tables.orders.values().stream()
                .anyMatch(order -> order.voucher().equals(sale)
                        && order.user().equals(user)
                        && !order.createTime().isBefore(since.truncatedTo(ChronoUnit.SECONDS))));
    }

    @Override
    public CompletionStage<List<UserId>> revoked(VoucherId sale, long after, int max) {
        return tables.transaction(() -> tables.revokedTickets.getOrDefault(sale, Set.of()).stream()
                .filter(user -> user.value() > after)
                .sorted(Comparator.comparingLong(UserId::value))
                .limit(max)
                .toList());
    }
}
