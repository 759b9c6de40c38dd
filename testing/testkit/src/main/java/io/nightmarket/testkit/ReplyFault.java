package io.nightmarket.testkit;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How a {@link TcpProxy} treats the pieces of a server's replies, or of the requests to it.
 *
 * @param fate the fate of an affected piece
 * @param share the share of the pieces that are affected, 0 to 1
 * @param maxDelay the longest delay of an affected piece, for {@link Fate#DELAY}
 */
public record ReplyFault(Fate fate, double share, Duration maxDelay) {
    public static final ReplyFault NONE = new ReplyFault(Fate.PASS, 0, Duration.ZERO);

    /** What becomes of a piece. */
    public enum Fate {
        PASS,
        /** Dropped; the connection stays open. */
        DROP,
        /** Dropped, and the connection closed. */
        CUT,
        /** Held back, and everything behind it. */
        DELAY
    }

    /** Affects every piece. */
    public static ReplyFault always(Fate fate) {
        return new ReplyFault(fate, 1, Duration.ZERO);
    }

    Fate next(RandomGenerator random) {
        return random.nextDouble() < share ? fate : Fate.PASS;
    }

    Duration delay(RandomGenerator random) {
        return Duration.ofNanos(random.nextLong(Math.max(1, maxDelay.toNanos())));
    }
}
