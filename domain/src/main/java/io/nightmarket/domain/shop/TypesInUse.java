package io.nightmarket.domain.shop;

import io.nightmarket.domain.base.Deadlines;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Which types shops have: lists of others are empty without a query. */
public final class TypesInUse {
    /** The types are one entry, under this key. */
    public static final String ALL = "all";

    /** The interval at which one type that no shop seems to have is looked for, however many are asked for. */
    static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);

    private final ReadThrough<String, List<Long>> types;
    private final Supplier<CompletionStage<Void>> invalidate;
    private final Duration timeout;
    private final Timers timers;
    private final Clock clock;
    private final SingleFlight<String, ReadResult<List<Long>>> renewals = new SingleFlight<>();
    private volatile Instant failed = Instant.MIN;

    /**
     * @param types as {@link ShopRepository#typesInUse}
     * @param invalidate invalidates the entry of {@code types}, on all nodes
     * @param timeout the timeout of a renewal; a list waits twice as long for the types, which are a stale entry then
     */
    public TypesInUse(
            ReadThrough<String, List<Long>> types,
            Supplier<CompletionStage<Void>> invalidate,
            Duration timeout,
            Timers timers,
            Clock clock) {
        this.types = types;
        this.invalidate = invalidate;
        this.timeout = timeout;
        this.timers = timers;
        this.clock = clock;
    }

    /**
     * Whether there may be shops of the type; also when nothing is known. As old as what it is read from, and stale
     * when there might be something newer that can't be had. It always has a value, and fails by bugs alone.
     */
    public CompletionStage<ReadResult<Boolean>> mayContain(long type) {
        return within(timeout.multipliedBy(2), types.read(ALL))
                .thenCompose(known -> isAmong(known, type) || isOfNow(known.loadedAt())
                        ? CompletableFuture.completedStage(known)
                        : renewed(known))
                .thenApply(known -> known.map(all -> all.contains(type)))
                .exceptionallyCompose(DomainFailure.fallBackOn(ReadResult.now(true, clock)));
    }

    /** A renewal that failed or timed out is not repeated by every reader. */
    private CompletionStage<ReadResult<List<Long>>> renewed(ReadResult<List<Long>> known) {
        ReadResult<List<Long>> old = known.asStale();
        return isOfNow(failed)
                ? CompletableFuture.completedStage(old)
                : within(timeout, renewals.run(ALL, types::renew)).exceptionallyCompose(DomainFailure.unlessBug(() -> {
                    failed = clock.instant();
                    return CompletableFuture.completedStage(old);
                }));
    }

    private <T> CompletionStage<T> within(Duration limit, CompletionStage<T> stage) {
        return Deadlines.within(stage, limit, timers, () -> new TimedOut("the types in use are not read in time"));
    }

    /** A shop of this type was written: if it is the first, the entry is invalidated on all nodes. To be called again when it fails. */
    public CompletionStage<Void> include(long type) {
        return types.read(ALL)
                .thenCompose(known -> isAmong(known, type) ? CompletableFuture.completedStage(null) : invalidate.get());
    }

    private static boolean isAmong(ReadResult<List<Long>> types, long type) {
        return types.value().orElse(List.of()).contains(type);
    }

    private boolean isOfNow(Instant moment) {
        return moment.plus(RETRY_INTERVAL).isAfter(clock.instant());
    }
}
