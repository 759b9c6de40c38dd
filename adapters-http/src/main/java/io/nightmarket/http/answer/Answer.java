package io.nightmarket.http.answer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What an endpoint says. */
public sealed interface Answer {
    /** It was done; {@code data} is a view that Jackson can write, null when there is nothing to show. */
    record Done(@Nullable Object data) implements Answer {}

    /**
     * It was not.
     *
     * @param data what helps the caller on
     * @param place the member or parameter at fault, empty when it is none
     * @param retryAfter when asking again may help
     */
    record Refused(
            ErrorCode code,
            @Nullable Object data,
            String place,
            @Nullable Duration retryAfter) implements Answer {}

    Answer DONE = new Done(null);

    static Answer of(Object data) {
        return new Done(data);
    }

    static Answer refused(ErrorCode code) {
        return new Refused(code, null, "", null);
    }

    static Answer refusedWith(ErrorCode code, Object data) {
        return new Refused(code, data, "", null);
    }

    static Answer refusedFor(ErrorCode code, Duration retryAfter) {
        return new Refused(code, null, "", retryAfter);
    }
}
