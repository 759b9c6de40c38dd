package io.nightmarket.http.answer;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Cookie;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What an endpoint says. */
public sealed interface Answer {
    /**
     * It was done.
     *
     * @param data a view that Jackson can write, null when there is nothing to show
     * @param code how far it is done, for operations that may be done by halves; null for all others
     */
    record Done(@Nullable Object data, @Nullable String code) implements Answer {}

    /** It was done, and all there is to show is the id of what it made, as text. */
    record Created(long id) implements Answer {}

    /**
     * It was done, and the answer was written before: the answer says by what others may ask for it again.
     *
     * @param cacheControl whether others may keep it, and for how long: the header's value
     */
    record Cacheable(Rendered body, String cacheControl) implements Answer {}

    /**
     * It was not.
     *
     * @param data what helps the caller on
     * @param place the member or parameter at fault, empty when it is none
     * @param rule that the member broke, if it has a name
     * @param retryAfter when asking again may help
     */
    record Refused(
            ErrorCode code,
            @Nullable Object data,
            String place,
            @Nullable Rule rule,
            @Nullable Duration retryAfter) implements Answer {}

    /**
     * It was done, and what there is to show is written already.
     *
     * @param data JSON
     */
    record Written(Buffer data) implements Answer {}

    /**
     * As the answer that was made from a stale value.
     *
     * @param age the age of the oldest value in it
     */
    record Stale(Answer answer, Duration age) implements Answer {}

    /** As the answer, which has the client keep something beside it. */
    record WithCookie(Answer answer, Cookie cookie) implements Answer {}

    /**
     * As the answer, and asking again helps.
     *
     * @param after from when on
     */
    record Later(Answer answer, Duration after) implements Answer {}

    /** What is written bit by bit, for as long as the writer likes. */
    record Streamed(Consumer<RoutingContext> writer) implements Answer {}

    Answer DONE = new Done(null, null);

    static Answer of(Object data) {
        return new Done(data, null);
    }

    /** Done so far. */
    static Answer of(Object data, String code) {
        return new Done(data, code);
    }

    static Answer written(Buffer data) {
        return new Written(data);
    }

    static Answer refused(ErrorCode code) {
        return new Refused(code, null, "", null, null);
    }

    static Answer refusedWith(ErrorCode code, Object data) {
        return new Refused(code, data, "", null, null);
    }

    static Answer refusedFor(ErrorCode code, Duration retryAfter) {
        return new Refused(code, null, "", null, retryAfter);
    }
}
