package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEpochs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operator asks for the state of all shards. */
public final class ListShards {
    private final Set<Shard> shards;
    private final OrderLedger ledger;
    private final QueueEpochs epochs;
    private final StalledShards stalled;

    public ListShards(Set<Shard> shards, OrderLedger ledger, QueueEpochs epochs, StalledShards stalled) {
        this.shards = Set.copyOf(shards);
        this.ledger = ledger;
        this.epochs = epochs;
        this.stalled = stalled;
    }

    /**
     * The state of a shard.
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
        return Calls.start(() -> ledger.epoch(shard).thenCompose(epochs::isOpen))
                .thenApply(Optional::of)
                .exceptionally(_ -> Optional.empty());
    }
}
