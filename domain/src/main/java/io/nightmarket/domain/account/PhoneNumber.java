package io.nightmarket.domain.account;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A phone number: 6 to 11 digits, which is what the column of a site's database holds. */
public record PhoneNumber(String value) {
    private static final Pattern FORM = Pattern.compile("[0-9]{6,11}");
    private static final int HIDDEN = 4;

    public PhoneNumber {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not a phone number");
        }
    }

    /** The number that the text is, of whichever country, or nothing when it is none. */
    public static Optional<PhoneNumber> parse(@Nullable String text) {
        return text != null && FORM.matcher(text).matches() ? Optional.of(new PhoneNumber(text)) : Optional.empty();
    }

    /** The text as {@link #toString} shows a number; nothing of one that is no number, as adopted databases may have. */
    public static String masked(String text) {
        return parse(text).map(PhoneNumber::toString).orElse("****");
    }

    /** With the middle hidden, for logs. */
    @Override
    public String toString() {
        int shown = (value.length() - HIDDEN) / 2;
        return value.substring(0, shown) + "****" + value.substring(shown + HIDDEN);
    }
}
