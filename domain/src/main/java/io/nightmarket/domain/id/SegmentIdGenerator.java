package io.nightmarket.domain.id;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Unavailable;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Draws ids from leased segments. The next segment is fetched when half of the one in use is taken, so that callers
 * hardly ever wait; those who find it used up all the same wait for one common lease. At most one lease is under way. A
 * fetch ahead that fails does no harm while numbers are left, and is repeated only when none are. A segment belongs
 * to the day it was leased for and is dropped when the clock leaves that day, forward or back; what is left of it stays
 * unused. Safe for use by several threads, which share no lock while the segment lasts; nothing blocks.
 *
 * <p>The scheme is that of Leaf's double buffer (Meituan, 2017).
 */
public final class SegmentIdGenerator implements IdGenerator {
    /** The most callers that wait for a segment; with more the server behind it is too slow for all of them. */
    static final int MAX_WAITING = 65_536;

    private final IdSegments segments;
    private final Clock clock;
    private final int size;

    private volatile Segment current = Segment.NONE;
    /** The segment after the current one, once it was fetched. */
    private Segment ahead = Segment.NONE;

    /** The largest number leased of each day, for stores that were set back; a day is a few bytes. */
    private final Map<LocalDate, Long> largest = new HashMap<>();

    private @Nullable CompletableFuture<Void> leasing;
    private int waiting;

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
        while (true) {
            Segment segment = current;
            long second = IdLayout.seconds(clock.millis());
            if (segment.covers(second)) {
                long number = segment.take();
                if (segment.holds(number)) {
                    if (segment.isHalf(number)) {
                        fetchAhead();
                    }
                    return CompletableFuture.completedStage(IdLayout.join(second, number));
                }
            }
            CompletionStage<Void> change = replace();
            if (change != null) {
                return change.thenCompose(_ -> next());
            }
        }
    }

    /** Finds a segment for now that holds numbers; answers what to wait for, or null when there is one already. */
    private @Nullable CompletionStage<Void> replace() {
        Instant now = clock.instant();
        if (!IdLayout.holds(now)) {
            return CompletableFuture.failedStage(
                    new Unavailable("the clock shows " + now + ", and ids hold times from 2022 to 2090"));
        }
        CompletableFuture<Void> mine;
        synchronized (this) {
            if (!isUseful(current, now) && isUseful(ahead, now)) {
                current = ahead;
                ahead = Segment.NONE;
            }
            if (isUseful(current, now)) {
                return null;
            }
            if (waiting == MAX_WAITING) {
                return CompletableFuture.failedStage(new Unavailable("too many wait for ids"));
            }
            waiting++;
            if (leasing != null) {
                return leasing;
            }
            leasing = mine = new CompletableFuture<>();
        }
        lease(IdLayout.day(now), mine);
        return mine;
    }

    private void fetchAhead() {
        Instant now = clock.instant();
        CompletableFuture<Void> mine;
        synchronized (this) {
            if (leasing != null || isUseful(ahead, now) || !IdLayout.holds(now)) {
                return;
            }
            leasing = mine = new CompletableFuture<>();
        }
        lease(IdLayout.day(now), mine);
    }

    private static boolean isUseful(Segment segment, Instant now) {
        return segment.covers(IdLayout.seconds(now.toEpochMilli())) && !segment.isUsedUp();
    }

    private synchronized long largest(LocalDate day) {
        return largest.getOrDefault(day, 0L);
    }

    private void lease(LocalDate day, CompletableFuture<Void> lease) {
        long above = largest(day);
        CompletionStage<Segment> leased =
                Calls.start(() -> segments.lease(day, size, above)).thenApply(first -> Segment.of(day, first, size));
        var _ = leased.whenComplete((segment, failure) -> {
            synchronized (this) {
                leasing = null;
                waiting = 0;
                if (failure == null) {
                    ahead = segment;
                    largest.put(day, segment.last());
                }
            }
            if (failure == null) {
                lease.complete(null);
            } else {
                lease.completeExceptionally(DomainFailure.causeOf(failure));
            }
        });
    }
}
