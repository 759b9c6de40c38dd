package io.nightmarket.domain.moderation;

/** A note or a comment, by its id. */
public record Content(Kind kind, long id) {
    /** What it is. */
    public enum Kind {
        NOTE,
        COMMENT
    }
}
