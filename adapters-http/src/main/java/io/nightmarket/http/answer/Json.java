package io.nightmarket.http.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.nightmarket.domain.account.UserId;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/** Writes views as JSON, leaving out what is null. */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.USE_DEFAULTS))
            .build();
    private static final long EXACT_IN_JAVASCRIPT = 1L << 53;

    private Json() {}

    public static Buffer write(Object view) {
        try {
            return Buffer.buffer(MAPPER.writeValueAsBytes(view));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("views are made to be written", e);
        }
    }

    /** Writes an id as {@link #id} shows it. */
    public static void appendId(long id, StringBuilder json) {
        if (id <= EXACT_IN_JAVASCRIPT) {
            json.append(id);
        } else {
            json.append('"').append(id).append('"');
        }
    }

    /** As {@link #id}; null for none. */
    public static @Nullable Object idIfAny(@Nullable UserId user) {
        return user == null ? null : id(user.value());
    }

    /** An id as JSON shows it: a number as far as JavaScript holds it exactly, a string beyond. */
    public static Object id(long id) {
        return id <= EXACT_IN_JAVASCRIPT ? (Object) id : Long.toString(id);
    }
}
