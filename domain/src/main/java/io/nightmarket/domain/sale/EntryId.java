package io.nightmarket.domain.sale;

/** The place of an entry in its stream; later entries have greater ids. */
public record EntryId(long millis, long sequence) implements Comparable<EntryId> {
    /** Before every entry. */
    public static final EntryId ZERO = new EntryId(0, 0);

    public EntryId {
        if (millis < 0 || sequence < 0) {
            throw new IllegalArgumentException("an entry id is not negative");
        }
    }

    /** Parses {@code millis-sequence}. */
    public static EntryId parse(String text) {
        int dash = text.indexOf('-');
        if (dash <= 0) {
            throw new IllegalArgumentException("not an entry id: " + text);
        }
        return new EntryId(Long.parseLong(text.substring(0, dash)), Long.parseLong(text.substring(dash + 1)));
    }

    @Override
    public int compareTo(EntryId other) {
        int byTime = Long.compare(millis, other.millis);
        return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }

    @Override
    public String toString() {
        return millis + "-" + sequence;
    }
}
