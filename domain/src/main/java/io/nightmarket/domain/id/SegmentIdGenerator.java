package io.nightmarket.domain.id;

import io.nightmarket.domain.failure.Unavailable;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Draws ids from a leased segment, so that most cost no round trip. Callers that find the segment used up wait for one
 * common lease. A segment belongs to the day it was leased for and is dropped when the clock leaves that day, forward
 * or back. Safe for use by several threads; nothing blocks.
 */
public final class SegmentIdGenerator implements IdGenerator {
    private final IdSegments segments;
    private final Clock clock;
    private final int size;

    private @Nullable LocalDate day;
    private long next;
    private long end;
    private @Nullable CompletableFuture<Void> leasing;

    public SegmentIdGenerator(IdSegments segments, Clock clock, int size) {
        if (size <= 0) {
            throw new IllegalArgumentException("a segment holds at least one id");
        }
        this.segments = segments;
        this.clock = clock;
        this.size = size;
    }

    @Override
    public CompletionStage<Long> next() {
        CompletableFuture<Void> lease;
        boolean mine = false;
        LocalDate today;
        synchronized (this) {
            Instant now = clock.instant();
            today = IdLayout.day(now);
            if (today.equals(day) && next < end) {
                return CompletableFuture.completedStage(IdLayout.compose(now, next++));
            }
            if (leasing == null) {
                leasing = new CompletableFuture<>();
                mine = true;
            }
            lease = leasing;
        }
        CompletionStage<Long> answer = lease.thenCompose(_ -> next());
        if (mine) {
            lease(today, lease);
        }
        return answer;
    }

    private void lease(LocalDate today, CompletableFuture<Void> waiting) {
        CompletionStage<Long> leased;
        try {
            leased = segments.lease(today, size);
        } catch (RuntimeException e) {
            leased = CompletableFuture.failedStage(e);
        }
        var _ = leased.whenComplete((first, failure) -> {
            Throwable problem = failure != null ? failure : take(today, first);
            synchronized (this) {
                leasing = null;
            }
            if (problem == null) {
                waiting.complete(null);
            } else {
                waiting.completeExceptionally(problem);
            }
        });
    }

    private synchronized @Nullable Throwable take(LocalDate today, long first) {
        if (first <= 0 || first + size - 1 > IdLayout.MAX_SEQUENCE) {
            return new Unavailable("the ids of " + today + " are used up");
        }
        day = today;
        next = first;
        end = first + size;
        return null;
    }
}
