package io.nightmarket.http.answer;

import org.jspecify.annotations.Nullable;

/** The shape of every JSON answer; members that are null are left out. */
record Envelope(
        boolean success,
        @Nullable Object data,
        @Nullable Long total,
        @Nullable String errorMsg,
        @Nullable String code,
        @Nullable String requestId) {
    static Envelope success(@Nullable Object data, @Nullable String code) {
        return new Envelope(true, data, null, null, code, null);
    }

    static Envelope refusal(ErrorCode code, String text, @Nullable Object data, String requestId) {
        return new Envelope(false, data, null, text, code.name(), requestId);
    }
}
