package io.nightmarket.domain.node;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Unavailable;
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
    /** That of the database, which never changes: it is asked until it has one. */
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
        /** Redis has none, or the database. */
        MISSING,
        OTHER
    }

    /** Compares and writes nothing. Fails as the stores do. */
    public CompletionStage<Fit> look() {
        return redis.find().thenCompose(there -> ofDatabase().thenApply(mark -> compared(mark, there)));
    }

    /** Compares, and marks the store that has no mark. */
    public CompletionStage<Fit> restore() {
        return look().thenCompose(fit -> fit == Fit.MISSING ? mark() : CompletableFuture.completedStage(fit));
    }

    private CompletionStage<Fit> mark() {
        return redis.find()
                .thenCompose(there -> database.keep(there.orElseGet(this::randomMark)))
                .thenCompose(
                        mark -> redis.keep(mark).thenApply(there -> compared(Optional.of(mark), Optional.of(there))));
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

    private CompletionStage<Optional<String>> ofDatabase() {
        return known.isPresent()
                ? CompletableFuture.completedStage(known)
                : database.find().thenApply(mark -> known = mark);
    }

    private Fit compared(Optional<String> mark, Optional<String> there) {
        Fit fit = mark.isEmpty() || there.isEmpty() ? Fit.MISSING : mark.equals(there) ? Fit.SAME : Fit.OTHER;
        foreign = fit == Fit.OTHER;
        return fit;
    }

    private String randomMark() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
