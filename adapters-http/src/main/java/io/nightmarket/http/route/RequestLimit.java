package io.nightmarket.http.route;

import io.nightmarket.http.answer.Answer;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** Limits the requests of an operation that gets bursts of them. */
@FunctionalInterface
public interface RequestLimit {
    /** Limits nothing: the operation is limited by user alone, once the session is known. */
    RequestLimit NONE = _ -> null;

    /** Refuses a request before anything else of it is looked at, its session and its id included; null lets it go on. */
    @Nullable
    Answer refusal(HttpServerRequest request);
}
