package io.nightmarket.http.answer;

import java.util.concurrent.atomic.LongAdder;

/** How many bytes of answers a node holds since clients have not taken them. Safe for use by several threads. */
public final class UnreadAnswers {
    private static final long MAX_BYTES = 64L << 20;

    private final LongAdder bytes = new LongAdder();

    /** Counts more bytes, or fewer. */
    public void add(long more) {
        bytes.add(more);
    }

    /** Whether clients that leave theirs unread are to lose them. */
    public boolean isTooMuch() {
        return bytes.sum() > MAX_BYTES;
    }
}
