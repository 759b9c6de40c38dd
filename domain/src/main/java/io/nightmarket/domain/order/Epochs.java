package io.nightmarket.domain.order;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.SingleFlight;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.flashsale.Shard;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The epochs that this node expects queues to be of. What the books said is remembered; they are asked again after a second,
 * and when a queue is of another epoch, by all who wonder at once and not more often than every {@value #PAUSE_MILLIS} ms.
 * Safe for use by several threads.
 */
public final class Epochs {
    private static final long PAUSE_MILLIS = 100;

    private static final Duration LIFE = Duration.ofSeconds(1);

    private record Known(Epoch epoch, long askedAt) {}

    private final OrderRepository books;
    private final Timers timers;
    private final ConcurrentHashMap<Shard, Known> known = new ConcurrentHashMap<>();
    private final SingleFlight<Shard, Epoch> asking = new SingleFlight<>();

    public Epochs(OrderRepository books, Timers timers) {
        this.books = books;
        this.timers = timers;
    }

    /**
     * Calls the queue in the epoch that counts. A call that the queue did not do is made a second time when the books
     * meanwhile tell of a later epoch.
     */
    public <T> CompletionStage<T> call(Shard shard, Function<Epoch, CompletionStage<T>> queue) {
        return current(shard)
                .thenCompose(epoch -> Calls.start(() -> queue.apply(epoch)).exceptionallyCompose(failure -> {
                    Throwable cause = DomainFailure.causeOf(failure);
                    return cause instanceof Unavailable
                            ? callLater(queue, epoch, cause)
                            : CompletableFuture.failedStage(cause);
                }));
    }

    private <T> CompletionStage<T> callLater(
            Function<Epoch, CompletionStage<T>> queue, Epoch doubted, Throwable failure) {
        return doubt(doubted)
                .exceptionally(_ -> doubted)
                .thenCompose(epoch -> epoch.number() > doubted.number()
                        ? queue.apply(epoch)
                        : CompletableFuture.failedStage(failure));
    }

    /** What is older than a second is asked for anew, and used meanwhile: a server left behind refuses nobody. */
    private CompletionStage<Epoch> current(Shard shard) {
        Known remembered = known.get(shard);
        if (remembered == null) {
            return ask(shard);
        }
        if (age(remembered) > LIFE.toNanos()) {
            var _ = ask(shard);
        }
        return CompletableFuture.completedStage(remembered.epoch());
    }

    private CompletionStage<Epoch> doubt(Epoch doubted) {
        Known remembered = known.get(doubted.shard());
        return remembered != null && (remembered.epoch().number() > doubted.number() || isFresh(remembered))
                ? CompletableFuture.completedStage(remembered.epoch())
                : ask(doubted.shard());
    }

    private boolean isFresh(Known remembered) {
        return age(remembered) < Duration.ofMillis(PAUSE_MILLIS).toNanos();
    }

    private long age(Known remembered) {
        return timers.nanoTime() - remembered.askedAt();
    }

    private CompletionStage<Epoch> ask(Shard shard) {
        return asking.run(shard, books::epoch)
                .thenApply(epoch -> {
                    known.put(shard, new Known(epoch, timers.nanoTime()));
                    return epoch;
                })
                .exceptionallyCompose(failure -> CompletableFuture.failedStage(
                        new Unavailable("the books don't tell the epoch", DomainFailure.causeOf(failure))));
    }
}
