package io.nightmarket.bench.sale;

import io.nightmarket.bench.sale.OpenLoad.Verdict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** An answer of HTTP/1.1 that has a length. */
record Answer(int status, String body) {
    private static final byte[] LENGTH = "content-length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String DONE = "{\"success\":true";
    private static final String NOT_YET = "\"code\":\"QUEUED\"";
    private static final int STATUS = 9;
    private static final int OK = 200;
    private static final int BUSY = 503;

    /** The answer that was read so far; null when there is more to come. */
    static @Nullable Answer of(ByteBuffer read) {
        int end = find(read, END, 0, read.position());
        int length = find(read, LENGTH, 0, end < 0 ? 0 : end);
        int body = end + END.length;
        if (end < 0 || (length >= 0 && read.position() < body + number(read, length + LENGTH.length))) {
            return null;
        }
        byte[] content = new byte[read.position() - body];
        var _ = read.get(body, content);
        return new Answer(number(read, STATUS), new String(content, StandardCharsets.UTF_8));
    }

    boolean isOk() {
        return status == OK;
    }

    /** Good when what was asked for was done, and is not only queued. */
    Verdict verdict() {
        if (status == BUSY) {
            return Verdict.REFUSED;
        }
        return isOk() && body.startsWith(DONE) && !body.contains(NOT_YET) ? Verdict.GOOD : Verdict.OTHER;
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
        for (int i = 0; i < wanted.length; i++) {
            if (Character.toLowerCase(read.get(at + i)) != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
