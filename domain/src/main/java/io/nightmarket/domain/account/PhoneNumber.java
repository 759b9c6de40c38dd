package io.nightmarket.domain.account;

import java.util.regex.Pattern;

/** A phone number: 6 to 11 digits, which is what the column of a site's database holds. */
public record PhoneNumber(String value) {
    private static final Pattern FORM = Pattern.compile("[0-9]{6,11}");
    private static final int HIDDEN = 4;

    public PhoneNumber {
        if (!isOne(value)) {
            throw new IllegalArgumentException("not a phone number");
        }
    }

    /** Whether the text is a phone number of some country. */
    static boolean isOne(String text) {
        return FORM.matcher(text).matches();
    }

    /** With the middle hidden, for logs. */
    @Override
    public String toString() {
        int shown = (value.length() - HIDDEN) / 2;
        return value.substring(0, shown) + "****" + value.substring(shown + HIDDEN);
    }
}
