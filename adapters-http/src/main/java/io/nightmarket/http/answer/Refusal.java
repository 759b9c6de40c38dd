package io.nightmarket.http.answer;

import org.jspecify.annotations.Nullable;

/** Ends a request that can't go on: malformed, or without a login that it needs. Has no stack trace; it is no fault. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;
    private final String place;
    private final @Nullable Rule rule;

    private Refusal(ErrorCode code, String place, @Nullable Rule rule) {
        super(code + " " + place, null, false, false);
        this.code = code;
        this.place = place;
        this.rule = rule;
    }

    public static Refusal of(ErrorCode code) {
        return new Refusal(code, "", null);
    }

    /** The request is malformed at this member or parameter. */
    public static Refusal malformed(String place) {
        return new Refusal(ErrorCode.BAD_REQUEST, place, null);
    }

    /** The body is malformed: this member breaks this rule. */
    public static Refusal malformed(String member, Rule rule) {
        return new Refusal(ErrorCode.BAD_REQUEST, member, rule);
    }

    public ErrorCode code() {
        return code;
    }

    Answer.Refused answer() {
        return new Answer.Refused(code, null, place, rule, null);
    }
}
