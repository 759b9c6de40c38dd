package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.cache.Reading;
import io.nightmarket.domain.concurrent.Deadlines;
import io.nightmarket.domain.concurrent.SingleFlight;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.TimedOut;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Which types shops have: lists of others are empty without a query. */
public final class TypesInUse {
    /** The types are one entry, under this key. */
    public static final String ALL = "all";

    /** The interval at which one type that no shop seems to have is looked for, however many are asked for. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    private final ReadThrough<String, List<Long>> types;
    private final Supplier<CompletionStage<Void>> forget;
    private final Duration patience;
    private final Timers timers;
    private final Clock clock;
    private final SingleFlight<String, Reading<List<Long>>> renewals = new SingleFlight<>();
    private volatile Instant failed = Instant.MIN;

    /**
     * @param types as {@link ShopRepository#typesInUse}
     * @param forget on all nodes what {@code types} has
     * @param patience how long a list waits for something newer than what is known, and twice as long for that: it
     *     may be a value past its time, which is given to who has waited for a newer one
     */
    public TypesInUse(
            ReadThrough<String, List<Long>> types,
            Supplier<CompletionStage<Void>> forget,
            Duration patience,
            Timers timers,
            Clock clock) {
        this.types = types;
        this.forget = forget;
        this.patience = patience;
        this.timers = timers;
        this.clock = clock;
    }

    /**
     * Whether there may be shops of the type; also when nothing is known. As old as what it is read from, and stale
     * when there might be something newer that can't be had. It always has a value, and fails by bugs alone.
     */
    public CompletionStage<Reading<Boolean>> mayContain(long type) {
        return within(patience.multipliedBy(2), types.read(ALL))
                .thenCompose(known -> isAmong(known, type) || isOfNow(known.loadedAt())
                        ? CompletableFuture.completedStage(known)
                        : renewed(known))
                .thenApply(known -> known.map(all -> all.contains(type)))
                .exceptionallyCompose(
                        DomainFailure.fallBackOn(new Reading<>(Optional.of(true), clock.instant(), false)));
    }

    /** What fails, or takes long, is not tried by everybody. */
    private CompletionStage<Reading<List<Long>>> renewed(Reading<List<Long>> known) {
        Reading<List<Long>> old = new Reading<>(known.value(), known.loadedAt(), true);
        return isOfNow(failed)
                ? CompletableFuture.completedStage(old)
                : within(patience, renewals.run(ALL, types::renew)).exceptionallyCompose(DomainFailure.unlessBug(() -> {
                    failed = clock.instant();
                    return CompletableFuture.completedStage(old);
                }));
    }

    private <T> CompletionStage<T> within(Duration limit, CompletionStage<T> stage) {
        return Deadlines.within(
                stage, limit, timers, () -> new TimedOut("it takes long to learn which types there are"));
    }

    /** A shop of this type was written: if it is the first, all nodes hear of it. To be called again when it fails. */
    public CompletionStage<Void> include(long type) {
        return types.read(ALL)
                .thenCompose(known -> isAmong(known, type) ? CompletableFuture.completedStage(null) : forget.get());
    }

    private static boolean isAmong(Reading<List<Long>> types, long type) {
        return types.value().orElse(List.of()).contains(type);
    }

    private boolean isOfNow(Instant moment) {
        return moment.plus(PAUSE).isAfter(clock.instant());
    }
}
