package io.nightmarket.http.answer;

import org.jspecify.annotations.Nullable;

/** The shape of a refusal or failure by RFC 9457, for clients that accept it. */
record Problem(
        String type,
        String title,
        int status,
        String code,
        String requestId,
        @Nullable Object data) {}
