package io.nightmarket.bench.load;

/** What an answer said. */
public enum Verdict {
    /** What was asked for was done. */
    ACCEPTED,
    /** It was answered that it is not to be, or not done yet. */
    REFUSED,
    /** No answer, or that of a failure. */
    FAILED
}
