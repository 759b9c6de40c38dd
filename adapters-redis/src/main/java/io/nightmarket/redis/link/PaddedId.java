package io.nightmarket.redis.link;

/** Ids as text of a fixed width, so that sorted sets have equal scores in the order of ids. */
public final class PaddedId {
    /** The digits of every id. */
    public static final int DIGITS = 19;

    private PaddedId() {}

    /** The id with zeros in front. */
    public static String of(long id) {
        String digits = Long.toString(id);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }
}
