package io.nightmarket.domain.visitor;

import io.nightmarket.domain.visitor.VisitCounts.PageDay;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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
    private final CountedVisitors counted = new CountedVisitors();
    private volatile Day today = new Day(LocalDate.EPOCH, 0, 0);
    private Map<PageDay, Tally> tallies = new HashMap<>();

    /** The visitors of all tallies, also of those that were taken and are being added. */
    private int visitors;

    private long dropped;

    /** A day, from and to these milliseconds. */
    private record Day(LocalDate date, long begin, long end) {}

    /** Views of a page on a day. Belongs to the buffer, and once it was taken to its taker. */
    static final class Tally {
        private final Set<String> visitors = new HashSet<>();
        private long views;

        long views() {
            return views;
        }

        /** The views, which count no more here. */
        long takeViews() {
            long taken = views;
            views = 0;
            return taken;
        }

        Set<String> visitors() {
            return visitors;
        }

        /** Both together: the smaller is added to the larger. */
        private Tally with(Tally other) {
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
        long now = clock.millis();
        PageDay pageDay = new PageDay(page, dateOf(now));
        boolean isCounted = visitor.isPresent() && counted.contains(pageDay, visitor.get(), minuteOf(now));
        count(pageDay, isCounted ? Optional.empty() : visitor);
    }

    private LocalDate dateOf(long now) {
        Day day = today;
        if (now < day.begin || now >= day.end) {
            LocalDate date = LocalDate.ofInstant(Instant.ofEpochMilli(now), zone);
            day = new Day(date, beginOf(date), beginOf(date.plusDays(1)));
            today = day;
        }
        return day.date;
    }

    private long beginOf(LocalDate date) {
        return date.atStartOfDay(zone).toInstant().toEpochMilli();
    }

    private static long minuteOf(long millis) {
        return Math.floorDiv(millis, Duration.ofMinutes(1).toMillis());
    }

    private synchronized void count(PageDay pageDay, Optional<String> visitor) {
        Tally tally = tallies.get(pageDay);
        if (tally == null) {
            if (tallies.size() >= maxPages) {
                dropped++;
                return;
            }
            tally = new Tally();
            tallies.put(pageDay, tally);
        }
        tally.views++;
        if (visitor.isPresent() && !tally.visitors.contains(visitor.get())) {
            addVisitor(tally, visitor.get());
        }
    }

    private void addVisitor(Tally tally, String visitor) {
        if (visitors >= maxVisitors) {
            dropped++;
            return;
        }
        visitors++;
        tally.visitors.add(visitor);
    }

    /** What was counted since the last call, until it is {@link #added} or {@link #putBack}. */
    synchronized Map<PageDay, Tally> take() {
        Map<PageDay, Tally> taken = tallies;
        tallies = new HashMap<>();
        return taken;
    }

    /** This tally is in the counts. */
    void added(PageDay pageDay, Tally tally) {
        long minute = minuteOf(clock.millis());
        tally.visitors.forEach(visitor -> counted.add(pageDay, visitor, minute));
        free(tally.visitors.size());
    }

    private synchronized void free(int places) {
        visitors -= places;
    }

    /** This tally is to be added later. At no cost for one whose page was not viewed meanwhile. */
    synchronized void putBack(PageDay pageDay, Tally tally) {
        Tally newer = tallies.get(pageDay);
        if (newer == null && tallies.size() >= maxPages) {
            visitors -= tally.visitors.size();
            dropped += Math.max(tally.views, tally.visitors.size());
        } else if (newer == null) {
            tallies.put(pageDay, tally);
        } else {
            int apart = newer.visitors.size() + tally.visitors.size();
            Tally both = newer.with(tally);
            visitors -= apart - both.visitors.size();
            tallies.put(pageDay, both);
        }
    }

    synchronized void drop(long views) {
        dropped += views;
    }

    /** How many views or their visitors were not counted: there were too many, or their store did not answer. */
    public synchronized long dropped() {
        return dropped;
    }
}
