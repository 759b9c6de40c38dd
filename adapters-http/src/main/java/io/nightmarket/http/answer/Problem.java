package io.nightmarket.http.answer;

import org.jspecify.annotations.Nullable;

/** The shape of a refusal or failure by RFC 9457, for whoever accepts that. */
record Problem(
        String type,
        String title,
        int status,
        String code,
        String requestId,
        @Nullable Object data) {}
