package io.nightmarket.http.answer;

import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * A success, written and ready to be sent again and again.
 *
 * @param body the whole envelope; never changed
 * @param tag a strong entity tag, in its quotes: the same for the same bytes
 */
public record Rendered(Buffer body, String tag) {
    private static final int TAG_BYTES = 16;

    /** @param view what Jackson can write */
    static Rendered of(Object view) {
        Buffer body = Json.write(Envelope.success(view, null));
        return new Rendered(body, '"' + digest(body.getBytes()) + '"');
    }

    private static String digest(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, TAG_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has it", e);
        }
    }
}
