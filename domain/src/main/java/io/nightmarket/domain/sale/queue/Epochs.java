package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Shard;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The epochs that this node expects queues to be of. What the database said is remembered; it is asked again after a second,
 * and when a queue is of another epoch, at most once every {@value #PAUSE_MILLIS} ms for all callers. An answer older than
 * the maximum age is not used. Safe for use by several threads.
 */
public final class Epochs {
    private static final long PAUSE_MILLIS = 100;

    private static final Duration LIFE = Duration.ofSeconds(1);

    /** @param askedAt when the question was sent: the epoch may have ended right after */
    private record Known(Epoch epoch, long askedAt) {}

    private final Function<Shard, CompletionStage<Epoch>> database;
    private final Timers timers;
    private final Supplier<Optional<Duration>> maxAge;
    private final ConcurrentHashMap<Shard, Known> known = new ConcurrentHashMap<>();
    private final SingleFlight<Shard, Known> asking = new SingleFlight<>();

    /** Uses an answer of any age while the database can't be reached. */
    public Epochs(Function<Shard, CompletionStage<Epoch>> database, Timers timers) {
        this(database, timers, Optional::empty);
    }

    /** @param maxAge how old an answer may be that calls are made with; empty: any age */
    public Epochs(
            Function<Shard, CompletionStage<Epoch>> database, Timers timers, Supplier<Optional<Duration>> maxAge) {
        this.database = database;
        this.timers = timers;
        this.maxAge = maxAge;
    }

    /**
     * Calls the queue in the epoch that counts. A call that the queue did not do is made a second time when the
     * database meanwhile says a later epoch. Fails with {@code Unavailable} when the epoch is unknown or too old.
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

    /** An answer older than a second is refreshed in the background; one beyond the maximum age is waited for. */
    private CompletionStage<Epoch> current(Shard shard) {
        Known remembered = known.get(shard);
        if (remembered == null || isTooOld(remembered)) {
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

    private boolean isTooOld(Known remembered) {
        return maxAge.get().filter(limit -> age(remembered) > limit.toNanos()).isPresent();
    }

    private boolean isFresh(Known remembered) {
        return age(remembered) < Duration.ofMillis(PAUSE_MILLIS).toNanos();
    }

    private long age(Known remembered) {
        return timers.nanoTime() - remembered.askedAt();
    }

    private CompletionStage<Epoch> ask(Shard shard) {
        return asking.run(shard, this::askDatabase)
                .thenApply(Known::epoch)
                .exceptionallyCompose(failure -> CompletableFuture.failedStage(
                        new Unavailable("the database does not say the epoch", DomainFailure.causeOf(failure))));
    }

    private CompletionStage<Known> askDatabase(Shard shard) {
        long askedAt = timers.nanoTime();
        return database.apply(shard).thenApply(epoch -> {
            Known answer = new Known(epoch, askedAt);
            known.put(shard, answer);
            return answer;
        });
    }
}
