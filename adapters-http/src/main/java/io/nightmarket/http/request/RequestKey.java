package io.nightmarket.http.request;

import io.nightmarket.http.answer.Refusal;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.regex.Pattern;

/** The client's own name for a request, the same when it is repeated. */
public final class RequestKey {
    private static final String HEADER = "Idempotency-Key";
    private static final Pattern KEY = Pattern.compile("[!-~]{1,64}");

    private RequestKey() {}

    /** Refuses one of another form. */
    public static Optional<String> of(HttpServerRequest request) {
        String key = request.getHeader(HEADER);
        if (key != null && !KEY.matcher(key).matches()) {
            throw Refusal.malformed(HEADER);
        }
        return Optional.ofNullable(key);
    }
}
