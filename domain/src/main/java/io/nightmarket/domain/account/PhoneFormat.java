package io.nightmarket.domain.account;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Which phone numbers a site takes.
 *
 * @param pattern a regular expression that a whole number matches
 */
public record PhoneFormat(String pattern) {
    /** Those of the Chinese mainland: 1, then 3 to 9, then nine digits. */
    public static final PhoneFormat MAINLAND = new PhoneFormat("1[3-9][0-9]{9}");

    private static final Pattern DIGITS = Pattern.compile("(?<![0-9.])[0-9]{6,16}(?![0-9])");
    private static final int MAX_PREFIX = 5;

    public PhoneFormat {
        try {
            Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("must be a regular expression, such as [2-9][0-9]{7}", e);
        }
    }

    /** The number that the text is, or nothing when the site takes none like it. */
    public Optional<PhoneNumber> parse(@Nullable String text) {
        return PhoneNumber.parse(text).filter(phone -> phone.value().matches(pattern));
    }

    /** The text with the middle of each number hidden; a number may follow the prefix of its country. */
    public String masked(String text) {
        return DIGITS.matcher(text).replaceAll(found -> {
            String digits = found.group();
            for (int prefix = 0; prefix <= Math.min(MAX_PREFIX, digits.length()); prefix++) {
                Optional<PhoneNumber> phone = parse(digits.substring(prefix));
                if (phone.isPresent()) {
                    return digits.substring(0, prefix) + phone.get();
                }
            }
            return digits;
        });
    }
}
