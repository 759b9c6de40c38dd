package io.nightmarket.domain.visitor;

import io.nightmarket.domain.visitor.VisitCounts.PageDay;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Views of a node on their way to {@link VisitCounts}, so that no request waits for them. What does not fit is not counted.
 * Safe for use by several threads.
 */
public final class VisitBuffer {
    private final Clock clock;
    private final ZoneId zone;
    private final int maxPages;
    private final int maxVisitors;
    private Map<PageDay, Tally> tallies = new HashMap<>();
    private int visitors;
    private long dropped;

    /** Views of a page on a day. */
    static final class Tally {
        private final Set<String> visitors = new HashSet<>();
        private long views;

        long views() {
            return views;
        }

        Set<String> visitors() {
            return visitors;
        }
    }

    /**
     * Made empty.
     *
     * @param zone what days are local to
     * @param maxPages that are buffered at a time, with all their views
     * @param maxVisitors of all these pages together
     */
    public VisitBuffer(Clock clock, ZoneId zone, int maxPages, int maxVisitors) {
        this.clock = clock;
        this.zone = zone;
        this.maxPages = maxPages;
        this.maxVisitors = maxVisitors;
    }

    /**
     * Counts a view.
     *
     * @param visitor empty: the view counts, and no visitor
     */
    public void view(Page page, Optional<String> visitor) {
        LocalDate day = LocalDate.ofInstant(clock.instant(), zone);
        add(new PageDay(page, day), 1, visitor.map(Set::of).orElse(Set.of()));
    }

    synchronized void add(PageDay pageDay, long views, Set<String> by) {
        Tally tally = tallies.get(pageDay);
        if (tally == null && tallies.size() >= maxPages) {
            dropped += views;
            return;
        }
        Tally counted = tally == null ? new Tally() : tally;
        tallies.put(pageDay, counted);
        counted.views += views;
        for (String visitor : by) {
            if (visitors < maxVisitors && counted.visitors.add(visitor)) {
                visitors++;
            }
        }
    }

    /** What was counted since the last call. */
    synchronized Map<PageDay, Tally> take() {
        Map<PageDay, Tally> taken = tallies;
        tallies = new HashMap<>();
        visitors = 0;
        return taken;
    }

    synchronized void drop(long views) {
        dropped += views;
    }

    /** How many views were not counted: there were too many pages, or their store did not answer. */
    public synchronized long dropped() {
        return dropped;
    }
}
