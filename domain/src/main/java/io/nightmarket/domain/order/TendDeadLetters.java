package io.nightmarket.domain.order;

import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.order.DeadLetters.Replay;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operator looks after what could not be settled. */
public final class TendDeadLetters {
    private final Set<Shard> shards;
    private final DeadLetters letters;
    private final IdGenerator ids;

    /** @param shards all that letters may lie on */
    public TendDeadLetters(Set<Shard> shards, DeadLetters letters, IdGenerator ids) {
        this.shards = Set.copyOf(shards);
        this.letters = letters;
        this.ids = ids;
    }

    /** A letter and where it lies. */
    public record Placed(LetterId id, DeadLetter letter) {}

    /** The oldest letters of each shard, up to so many of each, by shard and age. */
    public CompletionStage<List<Placed>> list(int most) {
        CompletionStage<List<Placed>> all = CompletableFuture.completedStage(new ArrayList<>());
        for (Shard shard :
                shards.stream().sorted(Comparator.comparingInt(Shard::number)).toList()) {
            all = all.thenCombine(letters.list(shard, EntryId.ZERO, most), (found, more) -> {
                more.forEach(letter -> found.add(new Placed(new LetterId(shard, letter.id()), letter)));
                return found;
            });
        }
        return all;
    }

    /** As {@link DeadLetters#replay}, with an order of its own. */
    public CompletionStage<Replay> replay(LetterId id) {
        return shards.contains(id.shard())
                ? ids.next().thenCompose(fresh -> letters.replay(id.shard(), id.entry(), new OrderId(fresh)))
                : CompletableFuture.completedStage(Replay.NO_SUCH_LETTER);
    }

    /** As {@link DeadLetters#purge}. */
    public CompletionStage<Boolean> purge(LetterId id) {
        return shards.contains(id.shard())
                ? letters.purge(id.shard(), id.entry())
                : CompletableFuture.completedStage(false);
    }
}
