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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Which types shops have: lists of others are empty, and nobody is asked for them. */
public final class TypesInUse {
    /** The types are one entry, under this key. */
    public static final String ALL = "all";

    /** Of types that no shop seems to have, however many are asked for, one in so long is looked for. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    private final ReadThrough<String, List<Long>> types;
    private final Supplier<CompletionStage<Void>> forget;
    private final Duration patience;
    private final Timers timers;
    private final Clock clock;
    private final SingleFlight<String, Reading<List<Long>>> renewals = new SingleFlight<>();

    /**
     * @param types as {@link ShopRepository#typesInUse}
     * @param forget on all nodes what {@code types} has
     * @param patience so long a list may wait for this; then it is made as if its type were in use
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

    /** Whether there may be shops of the type; also when that can't be told. Fails by bugs alone. */
    public CompletionStage<Boolean> mayContain(long type) {
        CompletionStage<Boolean> answer = types.read(ALL)
                .thenCompose(known -> isAmong(known, type) || isOfNow(known)
                        ? CompletableFuture.completedStage(known)
                        : renewals.run(ALL, types::renew))
                .thenApply(known -> isAmong(known, type));
        return Deadlines.within(
                        answer, patience, timers, () -> new TimedOut("it takes long to learn which types there are"))
                .exceptionallyCompose(DomainFailure.fallBackOn(true));
    }

    /** A shop of this type was written: if it is the first, all nodes hear of it. To be called again when it fails. */
    public CompletionStage<Void> include(long type) {
        return types.read(ALL)
                .thenCompose(known -> isAmong(known, type) ? CompletableFuture.completedStage(null) : forget.get());
    }

    private static boolean isAmong(Reading<List<Long>> types, long type) {
        return types.value().orElse(List.of()).contains(type);
    }

    private boolean isOfNow(Reading<?> reading) {
        return reading.loadedAt().plus(PAUSE).isAfter(clock.instant());
    }
}
