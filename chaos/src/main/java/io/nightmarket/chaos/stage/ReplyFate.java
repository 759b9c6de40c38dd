package io.nightmarket.chaos.stage;

/** What becomes of a piece of a server's reply. */
public enum ReplyFate {
    PASS,
    /** Swallowed, and the connection with it. */
    CUT,
    /** Held back for a while, and all behind it. */
    DELAY,
    /** Sent twice. */
    DOUBLE
}
