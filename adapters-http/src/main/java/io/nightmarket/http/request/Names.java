package io.nightmarket.http.request;

import java.util.regex.Pattern;

/** Which texts can be names: one line that shows something, and hides nothing by which it would look like another one. */
final class Names {
    /** One that may be joined to others: the flag of a region, which hidden letters name, an emoji with its colour or form, a key. */
    private static final String PICTURE = "(?:\\x{1f3f4}[\\x{e0030}-\\x{e0039}\\x{e0061}-\\x{e007a}]{3,6}\\x{e007f}"
            + "|\\p{IsExtended_Pictographic}\\p{IsEmoji_Modifier}?[\\ufe0e\\ufe0f]?|[0-9#*]\\ufe0f?\\u20e3)";

    /** Letters that are written in another form where these joiners stand between them: Arabic, and those of India. */
    private static final String JOINED = "[\\u0600-\\u06ff\\u0750-\\u077f\\u0900-\\u0dff]";

    private static final Pattern SHOWN = Pattern.compile(
            PICTURE + "(?:\\u200d" + PICTURE + ")*|(?<=" + JOINED + ")[\\u200c\\u200d](?=" + JOINED + ")");

    /** Controls, controls of format, ends of lines, halves of characters, other blanks than two, and what looks like nothing. */
    private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}[\\p{Zs}&&[^ \\u3000]]"
            + "\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2065\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\ufff0-\\ufff8"
            + "\\x{1d159}\\x{e0000}-\\x{e0fff}]");

    private static final Pattern VISIBLE = Pattern.compile("[\\p{L}\\p{N}\\p{P}\\p{S}\\p{Co}]");

    private Names() {}

    static boolean isOne(String text) {
        return VISIBLE.matcher(text).find()
                && !HIDDEN.matcher(SHOWN.matcher(text).replaceAll("x")).find();
    }
}
