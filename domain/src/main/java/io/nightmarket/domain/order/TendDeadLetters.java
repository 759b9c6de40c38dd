package io.nightmarket.domain.order;

import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operator decides about orders that nothing can write: skip, list, replay, purge. */
public final class TendDeadLetters {
    private final Set<Shard> shards;
    private final DeadLetters letters;
    private final OrderQueue queue;
    private final Epochs epochs;

    /** @param shards all that orders may wait on */
    public TendDeadLetters(Set<Shard> shards, DeadLetters letters, OrderQueue queue, Epochs epochs) {
        this.shards = Set.copyOf(shards);
        this.letters = letters;
        this.queue = queue;
        this.epochs = epochs;
    }

    /** What came of a replay; all but {@code REPLAYED} leave the dead letter where it is. */
    public enum Replay {
        REPLAYED,
        NO_SUCH_LETTER,
        /** The dead letter bears no order that can be read. */
        UNREADABLE,
        /** The queue does not hold the order's reservation. */
        NOT_RESERVED
    }

    /** The oldest dead letters, at most {@code max}. */
    public CompletionStage<List<DeadLetter>> list(int max) {
        return letters.list(0, max);
    }

    /** Puts the order back into the queue under the same id, then deletes the dead letter. Idempotent. */
    public CompletionStage<Replay> replay(long id) {
        return letters.find(id)
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedStage(Replay.NO_SUCH_LETTER)
                        : found.get()
                                .replayable()
                                .map(purchase -> replay(found.get(), purchase))
                                .orElseGet(() -> CompletableFuture.completedStage(Replay.UNREADABLE)));
    }

    private CompletionStage<Replay> replay(DeadLetter letter, Purchase purchase) {
        // The entry that settlement passed over may still be there, and would go with the next acknowledgement.
        return acknowledge(letter)
                .thenCompose(_ -> epochs.call(
                        letter.shard(),
                        epoch -> queue.emitAgain(epoch, purchase.voucher(), List.of(purchase))
                                .thenCompose(emitted -> emitted > 0
                                        ? CompletableFuture.completedStage(true)
                                        : queue.findQueued(epoch, purchase.order())
                                                .thenApply(Optional::isPresent))))
                .thenCompose(waits -> waits
                        ? letters.remove(letter.id()).thenApply(_ -> Replay.REPLAYED)
                        : CompletableFuture.completedStage(Replay.NOT_RESERVED));
    }

    /** A dead letter is written in the transaction that moves the last settled entry past its own. */
    private CompletionStage<Void> acknowledge(DeadLetter letter) {
        EntryId entry = letter.entry();
        return entry == null ? CompletableFuture.completedStage(null) : queue.acknowledge(letter.shard(), entry);
    }

    /** As {@link DeadLetters#purge}. */
    public CompletionStage<Boolean> purge(long id) {
        return letters.purge(id);
    }

    /** Has the writer set a waiting order aside; false when no such order waits. */
    public CompletionStage<Boolean> skip(OrderId order) {
        CompletionStage<Boolean> requested = CompletableFuture.completedStage(false);
        for (Shard shard : shards) {
            requested =
                    requested.thenCompose(done -> done ? CompletableFuture.completedStage(true) : skip(shard, order));
        }
        return requested;
    }

    private CompletionStage<Boolean> skip(Shard shard, OrderId order) {
        return queue.waiting(shard, Set.of(order))
                .thenCompose(waiting -> waiting.isEmpty()
                        ? CompletableFuture.completedStage(false)
                        : letters.requestSkip(shard, order).thenApply(_ -> true));
    }
}
