package io.nightmarket.domain.visitor;

import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.visitor.VisitCounts.PageDay;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Gatherers;

/**
 * Views of a node on their way to {@link VisitCounts}, so that no request waits for them. What does not fit is not counted.
 * Safe for use by several threads.
 */
public final class VisitBuffer {
    private static final int LANES = 32;

    private final Clock clock;
    private final ZoneId zone;
    private final int maxPages;
    private final int maxVisitors;
    private final CountedVisitors counted = new CountedVisitors();
    private volatile Minute lately = new Minute(0, LocalDate.EPOCH);
    private Map<PageDay, Tally> tallies = new HashMap<>();
    /** The visitors of all tallies, also of those that were taken and are being added. */
    private int visitors;

    private long dropped;

    /** A minute since the epoch, and its day: days begin with a minute. */
    private record Minute(long number, LocalDate date) {}

    /** Views of a page on a day. Belongs to the buffer, and once it was taken to its taker. */
    private static final class Tally {
        private final Set<String> visitors = new HashSet<>();
        private long views;

        /** In sets that the counts take at once; one of them at least. */
        List<Set<String>> parts() {
            return visitors.isEmpty()
                    ? List.of(Set.of())
                    : visitors.stream()
                            .gather(Gatherers.windowFixed(VisitCounts.MAX_VISITORS))
                            .map(Set::copyOf)
                            .toList();
        }

        /** Both together: the smaller is added to the larger. */
        Tally with(Tally other) {
            if (other.visitors.size() > visitors.size()) {
                return other.with(this);
            }
            visitors.addAll(other.visitors);
            views += other.views;
            return this;
        }
    }

    /**
     * Made empty.
     *
     * @param zone what days are local to
     * @param maxPages pages that are buffered at a time, with all their views
     * @param maxVisitors visitors of all these pages together
     */
    public VisitBuffer(Clock clock, ZoneId zone, int maxPages, int maxVisitors) {
        this.clock = clock;
        this.zone = zone;
        this.maxPages = maxPages;
        this.maxVisitors = maxVisitors;
    }

    /**
     * Counts a view. A visitor whom the counts have already is not added again within a minute.
     *
     * @param visitor empty: the view counts, and no visitor
     */
    public void view(Page page, Optional<String> visitor) {
        Minute now = minute();
        PageDay pageDay = new PageDay(page, now.date());
        count(pageDay, visitor.filter(viewer -> !counted.contains(pageDay, viewer, now.number())));
    }

    private Minute minute() {
        long now = clock.millis();
        long number = Math.floorDiv(now, Duration.ofMinutes(1).toMillis());
        Minute minute = lately;
        if (minute.number() != number) {
            minute = new Minute(number, LocalDate.ofInstant(Instant.ofEpochMilli(now), zone));
            lately = minute;
        }
        return minute;
    }

    private synchronized void count(PageDay pageDay, Optional<String> visitor) {
        if (tallies.size() >= maxPages && !tallies.containsKey(pageDay)) {
            dropped++;
            return;
        }
        Tally tally = tallies.computeIfAbsent(pageDay, _ -> new Tally());
        tally.views++;
        if (visitor.isPresent() && visitors < maxVisitors) {
            visitors += tally.visitors.add(visitor.get()) ? 1 : 0;
        } else if (visitor.isPresent()) {
            dropped += tally.visitors.contains(visitor.get()) ? 0 : 1;
        }
    }

    /** Adds all that is buffered. Fails with the first failure; what was not added for sure is buffered again. */
    public CompletionStage<Void> flush(VisitCounts counts) {
        return OneByOne.tryAll(
                        LANES, List.copyOf(take().entrySet()), entry -> flush(entry.getKey(), entry.getValue(), counts))
                .thenCompose(OneByOne::failIfAny);
    }

    private synchronized Map<PageDay, Tally> take() {
        Map<PageDay, Tally> taken = tallies;
        tallies = new HashMap<>();
        return taken;
    }

    private CompletionStage<Void> flush(PageDay pageDay, Tally tally, VisitCounts counts) {
        // The views with the first part.
        CompletionStage<Void> added = OneByOne.doAll(
                tally.parts(), part -> counts.add(pageDay, tally.views, part).thenRun(() -> tally.views = 0));
        return Stages.then(
                added,
                _ -> {
                    long minute = minute().number();
                    tally.visitors.forEach(visitor -> counted.add(pageDay, visitor, minute));
                    synchronized (this) {
                        visitors -= tally.visitors.size();
                    }
                    return CompletableFuture.completedStage(null);
                },
                cause -> {
                    putBack(pageDay, tally, cause instanceof Unavailable);
                    return CompletableFuture.failedStage(cause);
                });
    }

    /** Views that may have been added must not count twice; visitors may. At no cost when the page was not viewed meanwhile. */
    private synchronized void putBack(PageDay pageDay, Tally tally, boolean withViews) {
        if (!withViews) {
            dropped += tally.views;
            tally.views = 0;
        }
        if (tallies.size() >= maxPages && !tallies.containsKey(pageDay)) {
            dropped += Math.max(tally.views, tally.visitors.size());
            visitors -= tally.visitors.size();
            return;
        }
        Tally newer = tallies.getOrDefault(pageDay, new Tally());
        visitors -= newer.visitors.size() + tally.visitors.size();
        Tally both = newer.with(tally);
        visitors += both.visitors.size();
        tallies.put(pageDay, both);
    }

    /** How many views or their visitors were not counted: there were too many, or their store did not answer. */
    public synchronized long dropped() {
        return dropped;
    }
}
