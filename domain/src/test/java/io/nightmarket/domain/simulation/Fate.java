package io.nightmarket.domain.simulation;

/** What becomes of a call on its way to a server and back. */
public enum Fate {
    WELL,
    /** The server is not there: nothing is done, and the caller knows. */
    REFUSED,
    /** The request is lost: nothing is done, and the caller does not know. */
    REQUEST_LOST,
    /** The work is done, its answer lost. */
    ANSWER_LOST,
    /** The request takes effect long after the caller gave up. */
    LATE,
    /** The request takes effect twice; the first answer counts. */
    DOUBLED,
    /** Both ways take long, within the caller's patience. */
    SLOW
}
