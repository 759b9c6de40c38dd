package io.nightmarket.domain.note;

/** The number of a note, positive. */
public record NoteId(long value) {
    public NoteId {
        if (value <= 0) {
            throw new IllegalArgumentException("note id must be positive: " + value);
        }
    }
}
