package io.nightmarket.domain.account;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A mainland mobile number: 1, then 3 to 9, then nine digits. */
public record PhoneNumber(String value) {
    private static final Pattern FORM = Pattern.compile("1[3-9][0-9]{9}");

    public PhoneNumber {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not a mainland mobile number");
        }
    }

    /** The number that {@code text} is, or nothing when it is none. */
    public static Optional<PhoneNumber> parse(@Nullable String text) {
        return text != null && FORM.matcher(text).matches() ? Optional.of(new PhoneNumber(text)) : Optional.empty();
    }

    /** With the middle hidden, for logs. */
    @Override
    public String toString() {
        return value.substring(0, 3) + "****" + value.substring(7);
    }
}
