package io.nightmarket.http.limit;

import java.util.Arrays;

/**
 * Room for 262,144 records of a few numbers each, for what a node remembers of many users: the garbage collector has one
 * object for hundreds of them to visit. A record lies in one of the {@value #PLACES} places of its set, or of the other set that its
 * hash names; both are read and written under their one lock. Room is made when a set is first used.
 */
public final class RecordTable {
    /** Places of a set. Number {@code n} of the record in a place lies {@code n} times as many further on. */
    public static final int PLACES = 16;

    private static final int SET_BITS = 14;
    private static final int SETS_OF_PAGE = 16;
    private static final int LOCKS = 64;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;
    private static final long[] UNUSED = {};

    private final int width;
    private final long[][] pages = new long[(1 << SET_BITS) / SETS_OF_PAGE][];
    private final Object[] locks = new Object[LOCKS];

    /** @param width numbers of a record, which are 0 at first */
    public RecordTable(int width) {
        this.width = width;
        Arrays.fill(pages, UNUSED);
        Arrays.setAll(locks, _ -> new Object());
    }

    /** The set of records with this hash. */
    public int set(long hash) {
        return (int) ((hash * GOLDEN) >>> (Long.SIZE - SET_BITS));
    }

    /** The other set, in the same page. */
    public int other(int set, long hash) {
        return set ^ (1 + (int) Long.remainderUnsigned(hash, SETS_OF_PAGE - 1));
    }

    /** The lock that a thread holds while it uses a set of the page. */
    public Object lock(int set) {
        return locks[set / SETS_OF_PAGE % LOCKS];
    }

    /** Where the records of the set and its neighbours are. */
    public long[] page(int set) {
        int number = set / SETS_OF_PAGE;
        long[] page = pages[number];
        if (page.length == 0) {
            page = new long[SETS_OF_PAGE * PLACES * width];
            pages[number] = page;
        }
        return page;
    }

    /** The set's first place in its page. */
    public int first(int set) {
        return set % SETS_OF_PAGE * PLACES * width;
    }
}
