package io.nightmarket.domain.simulation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.AuditReport;
import io.nightmarket.domain.sale.operation.AuditReport.Finding;
import io.nightmarket.domain.sale.operation.AuditReport.Repair;
import io.nightmarket.domain.sale.operation.SaleDiscrepancy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** A violating fixture: an audit that takes for lost whatever differs at first sight, and reads the database before the queue. */
final class HastyAudit {
    private final Servers servers;
    private final List<Finding> findings = new ArrayList<>();
    private int reenqueued;

    HastyAudit(Servers servers) {
        this.servers = servers;
    }

    CompletionStage<AuditReport> iterate() {
        return servers.ledger()
                .epoch(Shard.FIRST)
                .thenCompose(epoch -> servers.sales()
                        .balances(Shard.FIRST, Node.KEPT)
                        .thenCompose(all -> OneByOne.doAll(all, balance -> audit(epoch, balance))))
                .thenApply(_ -> new AuditReport(
                        findings,
                        new Repair(reenqueued, 0),
                        0,
                        0,
                        Map.of(),
                        0,
                        0,
                        Map.of(),
                        Map.of(),
                        Optional.empty()));
    }

    private CompletionStage<Void> audit(Epoch epoch, SaleBalance balance) {
        return servers.queue()
                .count(Shard.FIRST, balance.sale().voucher())
                .thenCompose(counted -> {
                    long units = counted.isEmpty()
                            ? 0
                            : counted.get().units() - balance.sale().issued();
                    if (units == 0) {
                        return CompletableFuture.completedStage(null);
                    }
                    findings.add(new Finding(balance.sale().voucher(), new SaleDiscrepancy(0, units, 0), true));
                    return servers.queue().close(epoch);
                })
                .thenCompose(_ -> servers.queue()
                        .eachBuyer(Shard.FIRST, balance.sale().voucher(), slice -> putBack(epoch, slice)));
    }

    private CompletionStage<Void> putBack(Epoch epoch, List<Purchase> slice) {
        Set<UserId> buyers = slice.stream().map(Purchase::buyer).collect(Collectors.toSet());
        Set<OrderId> orders = slice.stream().map(Purchase::order).collect(Collectors.toSet());
        return servers.ledger()
                .claims(slice.getFirst().voucher(), buyers)
                .thenCompose(claims -> servers.queue()
                        .waiting(Shard.FIRST, orders)
                        .thenCompose(waiting -> {
                            List<Purchase> lost = slice.stream()
                                    .filter(one -> !claims.containsKey(one.buyer()) && !waiting.contains(one.order()))
                                    .toList();
                            return lost.isEmpty()
                                    ? CompletableFuture.completedStage(null)
                                    : servers.queue()
                                            .reenqueue(epoch, slice.getFirst().voucher(), lost)
                                            .thenAccept(more -> reenqueued += more);
                        }));
    }
}
