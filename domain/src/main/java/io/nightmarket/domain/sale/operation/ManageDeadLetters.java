package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** An operator decides about orders that nothing can write: skip, list, replay, purge. */
public final class ManageDeadLetters {
    private final Set<Shard> shards;
    private final DeadLetters letters;
    private final QueuePorts queue;
    private final Epochs epochs;
    private final Function<VoucherId, ? extends CompletionStage<?>> loader;

    /**
     * @param shards all that orders may wait on
     * @param loader puts a sale into the queue that does not have it
     */
    public ManageDeadLetters(
            Set<Shard> shards,
            DeadLetters letters,
            QueuePorts queue,
            Epochs epochs,
            Function<VoucherId, ? extends CompletionStage<?>> loader) {
        this.shards = Set.copyOf(shards);
        this.letters = letters;
        this.queue = queue;
        this.epochs = epochs;
        this.loader = loader;
    }

    /** The outcome of an action on a dead letter, or on an order; all but the first three leave the letter and the order where they are. */
    public enum Outcome {
        REPLAYED,
        PURGED,
        SKIP_REQUESTED,
        NOT_FOUND,
        /** The dead letter carries no order that can be read. */
        UNREADABLE,
        /** The queue does not hold the order's reservation. */
        NOT_RESERVED,
        /** No such order waits. */
        NOT_WAITING
    }

    /** The oldest dead letters, at most {@code max}. */
    public CompletionStage<List<DeadLetter>> list(int max) {
        return letters.list(0, max);
    }

    /** Puts the order back into the queue under the same id, then deletes the dead letter. Idempotent. */
    public CompletionStage<Outcome> replay(long id) {
        return letters.find(id)
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedStage(Outcome.NOT_FOUND)
                        : found.get()
                                .replayable()
                                .map(purchase -> replay(found.get(), purchase))
                                .orElseGet(() -> CompletableFuture.completedStage(Outcome.UNREADABLE)));
    }

    private CompletionStage<Outcome> replay(DeadLetter letter, Purchase purchase) {
        // The entry that settlement passed over may still be there, and would go with the next acknowledgement.
        return acknowledge(letter)
                .thenCompose(_ -> enqueue(letter.shard(), purchase))
                .thenCompose(waits -> waits
                        ? CompletableFuture.completedStage(true)
                        : loader.apply(purchase.voucher()).thenCompose(_ -> enqueue(letter.shard(), purchase)))
                .thenCompose(waits -> waits
                        ? letters.remove(letter.id()).thenApply(_ -> Outcome.REPLAYED)
                        : CompletableFuture.completedStage(Outcome.NOT_RESERVED));
    }

    /** Whether the order waits. A queue that is being rebuilt is left alone: its sales were read without this order. */
    private CompletionStage<Boolean> enqueue(Shard shard, Purchase purchase) {
        return epochs.call(
                shard,
                epoch -> queue.epochs()
                        .isOpen(epoch)
                        .thenCompose(open -> open
                                ? queue.audit().reenqueue(epoch, purchase.voucher(), List.of(purchase))
                                : CompletableFuture.failedStage(new Unavailable("the shard is closed")))
                        .thenCompose(emitted -> emitted > 0
                                ? CompletableFuture.completedStage(true)
                                : queue.orders()
                                        .findQueued(epoch, purchase.order())
                                        .thenApply(Optional::isPresent)));
    }

    /** A dead letter is written in the transaction that moves the last settled entry past its own. */
    private CompletionStage<Void> acknowledge(DeadLetter letter) {
        EntryId entry = letter.entry();
        return entry == null
                ? CompletableFuture.completedStage(null)
                : queue.orders().acknowledge(letter.shard(), entry);
    }

    /** As {@link DeadLetters#purge}. */
    public CompletionStage<Outcome> purge(long id) {
        return letters.purge(id).thenApply(gone -> gone ? Outcome.PURGED : Outcome.NOT_FOUND);
    }

    /** Has the writer set a waiting order aside. */
    public CompletionStage<Outcome> skip(OrderId order) {
        CompletionStage<Boolean> requested = CompletableFuture.completedStage(false);
        for (Shard shard : shards) {
            requested =
                    requested.thenCompose(done -> done ? CompletableFuture.completedStage(true) : skip(shard, order));
        }
        return requested.thenApply(waits -> waits ? Outcome.SKIP_REQUESTED : Outcome.NOT_WAITING);
    }

    private CompletionStage<Boolean> skip(Shard shard, OrderId order) {
        return queue.audit()
                .waiting(shard, Set.of(order))
                .thenCompose(waiting -> waiting.isEmpty()
                        ? CompletableFuture.completedStage(false)
                        : letters.requestSkip(shard, order).thenApply(_ -> true));
    }
}
