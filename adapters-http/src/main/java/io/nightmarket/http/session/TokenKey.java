package io.nightmarket.http.session;

import static io.nightmarket.http.limit.RecordTable.PLACES;

import java.util.Optional;

/**
 * What is kept of a token: the last 24 characters of its signature, which hold 142 bits that can't be guessed, and a hash and the
 * length of the whole. Another user's key can't be made. Those who change their own token may meet its key again, and only get what is
 * remembered there, their own session.
 */
record TokenKey(long first, long second, long third, long whole) {
    /** Numbers of a key. */
    static final int WIDTH = 4;

    private static final int KEPT = 3 * Long.BYTES;

    /** Nothing for a token that is too short to be one of ours. */
    static Optional<TokenKey> of(String token) {
        int from = token.length() - KEPT;
        return from < 0
                ? Optional.empty()
                : Optional.of(new TokenKey(
                        eight(token, from),
                        eight(token, from + Long.BYTES),
                        eight(token, from + 2 * Long.BYTES),
                        (long) token.hashCode() << Integer.SIZE | token.length()));
    }

    private static long eight(String token, int from) {
        long bits = 0;
        for (int i = from; i < from + Long.BYTES; i++) {
            bits = bits << Byte.SIZE | (token.charAt(i) & 0xff);
        }
        return bits;
    }

    long hash() {
        return first;
    }

    /** Whether the record in this place is of this token. */
    boolean isAt(long[] page, int at) {
        return page[at] == first
                && page[at + PLACES] == second
                && page[at + 2 * PLACES] == third
                && page[at + 3 * PLACES] == whole;
    }

    void write(long[] page, int at) {
        page[at] = first;
        page[at + PLACES] = second;
        page[at + 2 * PLACES] = third;
        page[at + 3 * PLACES] = whole;
    }
}
