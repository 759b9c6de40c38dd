package io.nightmarket.http.request;

import io.nightmarket.http.answer.Refusal;

/** Reads ids: decimal digits that make a positive number of 63 bits, and nothing else. */
public final class Ids {
    private static final int MAX_DIGITS = 19;

    private Ids() {}

    /** The id that this text is, which stood at this place. */
    public static long parse(String text, String place) {
        if (text.isEmpty() || text.length() > MAX_DIGITS) {
            throw Refusal.malformed(place);
        }
        long id = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw Refusal.malformed(place);
            }
            id = id * 10 + digit;
        }
        // Nineteen digits overflow at most once, and then into the negative.
        if (id <= 0) {
            throw Refusal.malformed(place);
        }
        return id;
    }
}
