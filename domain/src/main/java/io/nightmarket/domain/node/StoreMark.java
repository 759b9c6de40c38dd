package io.nightmarket.domain.node;

import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.Unavailable;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/**
 * Whether Redis belongs to the database: a random mark is the same in both. A Redis that lost it (emptied, new, or promoted too
 * early) is given it again; a database that has none takes over that of Redis. Safe for use by several threads.
 */
public final class StoreMark {
    private static final int BYTES = 16;

    private final Marks database;
    private final Marks redis;
    private final RandomGenerator random;
    private volatile Optional<String> known = Optional.empty();
    private volatile boolean foreign;

    public StoreMark(Marks database, Marks redis, RandomGenerator random) {
        this.database = database;
        this.redis = redis;
        this.random = random;
    }

    /** What Redis has in place of the database's mark. */
    public enum Fit {
        SAME,
        MISSING,
        OTHER
    }

    /** Compares, and marks no Redis. Fails as the stores do. */
    public CompletionStage<Fit> look() {
        return redis.find()
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedStage(Fit.MISSING)
                        : ofDatabase(found.get()).thenApply(mark -> mark.equals(found.get()) ? Fit.SAME : Fit.OTHER))
                .thenApply(this::noted);
    }

    /** Compares, and marks a Redis that has no mark. */
    public CompletionStage<Fit> restore() {
        return look().thenCompose(fit -> fit != Fit.MISSING
                ? CompletableFuture.completedStage(fit)
                : ofDatabase(randomMark())
                        .thenCompose(
                                mark -> redis.keep(mark).thenApply(kept -> kept.equals(mark) ? Fit.SAME : Fit.OTHER))
                        .thenApply(this::noted));
    }

    /**
     * Fails with {@code Unavailable} when Redis has another mark; marks it as {@link #restore} does. A store that can't be asked
     * changes nothing: where Redis is needed, that shows by itself.
     */
    public CompletionStage<Void> require() {
        return restore()
                .exceptionallyCompose(
                        DomainFailure.unlessBug(() -> CompletableFuture.completedStage(foreign ? Fit.OTHER : Fit.SAME)))
                .thenCompose(fit -> fit == Fit.OTHER
                        ? CompletableFuture.failedStage(new Unavailable("Redis has the mark of another database"))
                        : CompletableFuture.completedStage(null));
    }

    /** Whether Redis had another mark when it was last asked. */
    public boolean isForeign() {
        return foreign;
    }

    private Fit noted(Fit fit) {
        foreign = fit == Fit.OTHER;
        return fit;
    }

    /** It never changes: the database is asked once. */
    private CompletionStage<String> ofDatabase(String otherwise) {
        return known.map(CompletableFuture::completedStage)
                .orElseGet(() -> database.keep(otherwise).thenApply(mark -> {
                    known = Optional.of(mark);
                    return mark;
                }));
    }

    private String randomMark() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
