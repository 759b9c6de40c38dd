package io.nightmarket.bootstrap.cache;

import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/** How the keys of a cache are written; {@code parse} throws {@code IllegalArgumentException} for what is no key. */
public record KeyFormat<K>(Function<K, String> text, Function<String, K> parse) {
    /** The format of ids, written in decimal. */
    public static <K> KeyFormat<K> ofNumbers(ToLongFunction<K> number, LongFunction<K> key) {
        return new KeyFormat<>(id -> Long.toString(number.applyAsLong(id)), text -> key.apply(Long.parseLong(text)));
    }

    /** The format of a cache that has this key and no other. */
    public static KeyFormat<String> only(String key) {
        return new KeyFormat<>(text -> text, text -> {
            if (!text.equals(key)) {
                throw new IllegalArgumentException("the only key is " + key);
            }
            return key;
        });
    }

    boolean isKey(String text) {
        try {
            var _ = parse.apply(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
