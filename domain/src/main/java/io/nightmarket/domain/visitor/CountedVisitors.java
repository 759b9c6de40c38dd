package io.nightmarket.domain.visitor;

import io.nightmarket.domain.visitor.VisitCounts.PageDay;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Visitors that the counts have for sure: each until its minute is over, or another takes its place. By hashes of 64 bits. Safe for
 * use by several threads, without a lock.
 */
final class CountedVisitors {
    private static final int PLACES = 1 << 17;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final AtomicLongArray places = new AtomicLongArray(PLACES);

    boolean contains(PageDay page, String visitor, long minute) {
        long hash = hash(page, visitor, minute);
        return places.get(place(hash)) == hash;
    }

    void add(PageDay page, String visitor, long minute) {
        long hash = hash(page, visitor, minute);
        places.set(place(hash), hash);
    }

    /** FNV-1a; never 0, which stands in empty places. */
    private static long hash(PageDay page, String visitor, long minute) {
        long hash = (page.hashCode() * FNV_PRIME ^ minute) * FNV_PRIME;
        for (int i = 0; i < visitor.length(); i++) {
            hash = (hash ^ visitor.charAt(i)) * FNV_PRIME;
        }
        return hash | 1;
    }

    private static int place(long hash) {
        return (int) (hash >>> 32 ^ hash >>> 1) & PLACES - 1;
    }
}
