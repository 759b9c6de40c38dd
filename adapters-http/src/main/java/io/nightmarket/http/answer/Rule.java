package io.nightmarket.http.answer;

/** What a member of a malformed body broke. The texts stand in {@code codes.properties}. */
public enum Rule {
    MISSING,
    UNKNOWN_MEMBER,
    WRONG_TYPE,
    TOO_LONG,
    TOO_SHORT,
    TOO_LARGE,
    TOO_SMALL,
    WRONG_FORM,
    CONTROL_CHARACTER,
    HALF_CHARACTER,
    NO_NAME,
    NO_SUCH_TIME,
    NOT_AFTER_BEGIN,
    IN_PAST,
    IN_FUTURE,
    ABOVE_WORTH
}
