package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.SettlementStall;
import io.nightmarket.domain.order.StalledShards;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operator asks how the shards of sales fare. */
public final class ListShards {
    private final Set<Shard> shards;
    private final OrderRepository orders;
    private final OrderQueue queue;
    private final StalledShards stalled;

    public ListShards(Set<Shard> shards, OrderRepository orders, OrderQueue queue, StalledShards stalled) {
        this.shards = Set.copyOf(shards);
        this.orders = orders;
        this.queue = queue;
        this.stalled = stalled;
    }

    /**
     * How a shard fares.
     *
     * @param open whether buyers are admitted; empty when queue or database don't answer
     */
    public record Status(Shard shard, Optional<Boolean> open, Optional<SettlementStall> stall) {}

    /** By number; answers whatever fails. */
    public CompletionStage<List<Status>> list() {
        CompletionStage<List<Status>> all = CompletableFuture.completedStage(new ArrayList<>());
        for (Shard shard :
                shards.stream().sorted(Comparator.comparingInt(Shard::number)).toList()) {
            all = all.thenCombine(isOpen(shard), (statuses, open) -> {
                statuses.add(new Status(shard, open, stalled.find(shard)));
                return statuses;
            });
        }
        return all;
    }

    private CompletionStage<Optional<Boolean>> isOpen(Shard shard) {
        return Calls.start(() -> orders.epoch(shard).thenCompose(queue::isOpen))
                .thenApply(Optional::of)
                .exceptionally(_ -> Optional.empty());
    }
}
