package io.nightmarket.http.session;

import java.util.List;
import java.util.stream.Stream;

/** The keys of tokens: the first one signs, and tokens of each are accepted. Never shows them. */
public final class TokenSecret {
    private static final int MIN_BYTES = 32;

    private final List<byte[]> keys;

    /** @param keys random, 32 bytes or more: the algorithm is no stronger than its key */
    public TokenSecret(byte[]... keys) {
        if (Stream.of(keys).anyMatch(key -> key.length < MIN_BYTES)) {
            throw new IllegalArgumentException("the token secret needs " + MIN_BYTES + " bytes or more");
        }
        this.keys = Stream.of(keys).map(byte[]::clone).toList();
    }

    List<byte[]> keys() {
        return keys;
    }

    @Override
    public String toString() {
        return "***";
    }
}
