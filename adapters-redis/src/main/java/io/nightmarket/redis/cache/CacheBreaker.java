package io.nightmarket.redis.cache;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.circuitbreaker.event.CircuitBreakerOnStateTransitionEvent;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.BreakerState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spares readers a Redis that is slow. When most calls are slow or time out it opens: calls fail at once with {@code
 * Unavailable}. After an interval it lets a few probes through, which close or open it again.
 */
public final class CacheBreaker {
    private static final Logger LOG = LoggerFactory.getLogger(CacheBreaker.class);

    /** The rate is that of the calls that ended in this time, and counts from this number of them on. */
    private static final int WINDOW_SECONDS = 5;

    private static final int MIN_CALLS = 5;
    private static final int PERCENT = 50;
    private static final int PROBES = 3;
    private static final Duration OPEN = Duration.ofSeconds(1);

    private final CircuitBreaker breaker;
    private final LongSupplier nanoTime;
    private volatile long openUntil;

    /**
     * @param slow a call that takes longer is slow
     * @param nanoTime only goes forward
     * @param random jitter of the interval, up to half of it more
     */
    public CacheBreaker(Duration slow, LongSupplier nanoTime, RandomGenerator random) {
        this.nanoTime = nanoTime;
        this.breaker = CircuitBreaker.of(
                "cache",
                CircuitBreakerConfig.custom()
                        .slidingWindow(WINDOW_SECONDS, MIN_CALLS, SlidingWindowType.TIME_BASED)
                        .failureRateThreshold(PERCENT)
                        .slowCallRateThreshold(PERCENT)
                        .slowCallDurationThreshold(slow)
                        .permittedNumberOfCallsInHalfOpenState(PROBES)
                        .waitIntervalFunctionInOpenState(_ -> intervalFromNow(random))
                        .clock(new Monotonic(nanoTime))
                        .build());
        var _ = breaker.getEventPublisher().onStateTransition(CacheBreaker::log);
    }

    private long intervalFromNow(RandomGenerator random) {
        long millis = OPEN.toMillis() + random.nextLong(OPEN.toMillis() / 2);
        openUntil = nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(millis);
        return millis;
    }

    private static void log(CircuitBreakerOnStateTransitionEvent event) {
        switch (event.getStateTransition().getToState()) {
            case OPEN ->
                LOG.warn("Redis is slow or does not answer: the cache breaker is open, readers ask the database");
            case CLOSED -> LOG.info("Redis answers in time again: the cache breaker is closed");
            default -> LOG.debug("The cache breaker probes Redis");
        }
    }

    /** The outcome of the call, or {@code Unavailable} while the breaker is open. */
    public <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
        if (!breaker.tryAcquirePermission()) {
            return CompletableFuture.failedStage(new Unavailable("Redis is slow: the cache breaker is open"));
        }
        boolean isProbe = breaker.getState() == State.HALF_OPEN;
        long begun = nanoTime.getAsLong();
        CompletionStage<T> under = Calls.start(call);
        var _ = under.whenComplete((_, failure) -> {
            // A call of before it opened says how Redis was then.
            if (isProbe || breaker.getState() != State.HALF_OPEN) {
                record(nanoTime.getAsLong() - begun, failure);
            }
        });
        return under;
    }

    /** A call that was not sent, or is cancelled, says nothing about how fast Redis is; an error reply does. */
    private void record(long nanos, @Nullable Throwable failure) {
        switch (failure == null ? null : DomainFailure.causeOf(failure)) {
            case TimedOut timedOut -> breaker.onError(nanos, TimeUnit.NANOSECONDS, timedOut);
            case Unavailable _, CancellationException _ -> breaker.releasePermission();
            case null, default -> breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** What it does with the next call. */
    public BreakerState state() {
        return switch (breaker.getState()) {
            case OPEN -> nanoTime.getAsLong() - openUntil < 0 ? BreakerState.OPEN : BreakerState.HALF_OPEN;
            case FORCED_OPEN -> BreakerState.OPEN;
            case HALF_OPEN -> BreakerState.HALF_OPEN;
            case CLOSED, DISABLED, METRICS_ONLY -> BreakerState.CLOSED;
        };
    }

    /** Not moved by a clock that is set back, which would keep the breaker open. */
    private static final class Monotonic extends Clock {
        private final LongSupplier nanoTime;

        Monotonic(LongSupplier nanoTime) {
            this.nanoTime = nanoTime;
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH.plusNanos(nanoTime.getAsLong());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
