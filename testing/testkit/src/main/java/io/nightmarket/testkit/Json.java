package io.nightmarket.testkit;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Writes JSON. */
public final class Json {
    private Json() {}

    /** An object with these members: name, value, name, value. */
    public static JsonObject object(@Nullable Object... members) {
        JsonObject object = new JsonObject();
        for (int i = 0; i < members.length; i += 2) {
            object.put(String.valueOf(members[i]), members[i + 1]);
        }
        return object;
    }

    /** The object of this text, with ' in the place of ", and with these values in it as of {@link String#formatted}. */
    public static JsonObject json(String text, @Nullable Object... values) {
        return new JsonObject(text.replace('\'', '"').formatted(values));
    }
}
