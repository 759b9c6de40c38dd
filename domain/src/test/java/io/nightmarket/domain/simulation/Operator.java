package io.nightmarket.domain.simulation;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Somebody who runs the sale, and asks again a few times when that fails. */
final class Operator {
    private static final int TRIES = 4;
    private static final int PAUSE_MILLIS = 700;

    private final Front front;
    private final Scheduler scheduler;
    private final SplittableRandom random;
    private int underWay;

    Operator(Front front, Scheduler scheduler, SplittableRandom random) {
        this.front = front;
        this.scheduler = scheduler;
        this.random = random;
    }

    boolean isDone() {
        return underWay == 0;
    }

    /** Wants this done at some time. */
    void begin(Duration spread, Function<UseCases, ? extends CompletionStage<?>> work) {
        underWay++;
        later(spread, () -> attempt(work, 1));
    }

    private void attempt(Function<UseCases, ? extends CompletionStage<?>> work, int tried) {
        var _ = front.<Object>ask(cases -> work.apply(cases).thenApply(done -> done))
                .whenComplete((_, failure) -> {
                    if (failure == null || tried == TRIES) {
                        underWay--;
                    } else {
                        later(Duration.ofMillis(PAUSE_MILLIS), () -> attempt(work, tried + 1));
                    }
                });
    }

    private void later(Duration most, Runnable work) {
        var _ = scheduler.after(most.multipliedBy(random.nextInt(1_000)).dividedBy(1_000), work);
    }
}
