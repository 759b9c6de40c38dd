package io.nightmarket.http.answer;

import io.vertx.core.buffer.Buffer;

/**
 * A success, written and ready to be sent again and again.
 *
 * @param body the whole envelope; never changed
 * @param tag a strong entity tag, in its quotes: the same for the same bytes
 */
public record Rendered(Buffer body, String tag) {
    /** @param view what Jackson can write */
    static Rendered of(Object view) {
        Buffer body = Json.write(Envelope.success(view, null));
        return new Rendered(body, EntityTags.of(body.getBytes()));
    }
}
