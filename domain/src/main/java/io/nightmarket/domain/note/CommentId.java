package io.nightmarket.domain.note;

/** The number of a comment, positive. */
public record CommentId(long value) {
    public CommentId {
        if (value <= 0) {
            throw new IllegalArgumentException("comment id must be positive: " + value);
        }
    }
}
