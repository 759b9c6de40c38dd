package io.nightmarket.http.session;

/** The key that signs tokens. Never shows itself. */
public final class TokenSecret {
    private static final int MIN_BYTES = 32;

    private final byte[] bytes;

    /** @param bytes random, 32 or more: the algorithm is no stronger than its key */
    public TokenSecret(byte[] bytes) {
        if (bytes.length < MIN_BYTES) {
            throw new IllegalArgumentException("the token secret needs " + MIN_BYTES + " bytes or more");
        }
        this.bytes = bytes.clone();
    }

    byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public String toString() {
        return "***";
    }
}
