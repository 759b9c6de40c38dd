package io.nightmarket.domain.account;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which phone numbers a site takes.
 *
 * @param pattern a regular expression that a whole number matches
 */
public record PhoneFormat(String pattern) {
    /** Those of every country, as rows may hold them. */
    public static final PhoneFormat ANY = new PhoneFormat(".*");

    /** Those of the Chinese mainland: 1, then 3 to 9, then nine digits. */
    public static final PhoneFormat MAINLAND = new PhoneFormat("1[3-9][0-9]{9}");

    /** Fails with a {@code PatternSyntaxException} when the pattern is none. */
    public PhoneFormat {
        Pattern.compile(pattern);
    }

    /** The number that the text is, or nothing when the site takes none like it. */
    public Optional<PhoneNumber> parse(@Nullable String text) {
        return text != null && PhoneNumber.isOne(text) && text.matches(pattern)
                ? Optional.of(new PhoneNumber(text))
                : Optional.empty();
    }
}
