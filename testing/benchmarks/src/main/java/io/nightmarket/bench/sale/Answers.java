package io.nightmarket.bench.sale;

import io.nightmarket.bench.sale.OpenSockets.Verdict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads answers of HTTP/1.1 that have a length. */
final class Answers {
    private static final byte[] LENGTH = "content-length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DONE = "{\"success\":true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BODY = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS = 9;
    private static final int OK = 200;
    private static final int BUSY = 503;

    private Answers() {}

    /** What the answer says that was read so far; null when there is more to come. */
    static @Nullable Verdict verdict(ByteBuffer read) {
        int body = find(read, BODY, 0, read.position());
        int length = find(read, LENGTH, 0, body < 0 ? 0 : body);
        if (body < 0 || (length >= 0 && read.position() < body + BODY.length + number(read, length + LENGTH.length))) {
            return null;
        }
        int status = number(read, STATUS);
        if (status == BUSY) {
            return Verdict.REFUSED;
        }
        boolean done = matches(read, DONE, body + BODY.length);
        return status == OK && done ? Verdict.GOOD : Verdict.OTHER;
    }

    private static int number(ByteBuffer read, int from) {
        int number = 0;
        for (int i = from; i < read.position() && Character.isDigit(read.get(i)); i++) {
            number = 10 * number + read.get(i) - '0';
        }
        return number;
    }

    private static int find(ByteBuffer read, byte[] wanted, int from, int end) {
        for (int i = from; i + wanted.length <= end; i++) {
            if (matches(read, wanted, i)) {
                return i;
            }
        }
        return -1;
    }

    /** Letters of any case. */
    private static boolean matches(ByteBuffer read, byte[] wanted, int at) {
        if (at + wanted.length > read.position()) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (Character.toLowerCase(read.get(at + i)) != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
