package io.nightmarket.bench.sale;

import io.nightmarket.bench.sale.OpenSockets.Call;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongFunction;

/** Requests of users as bytes, put together from parts that are made before the clock runs. */
final class HttpRequests {
    private final List<byte[]> ends;

    HttpRequests(List<String> tokens) {
        this.ends = tokens.stream().map(HttpRequests::end).toList();
    }

    private static byte[] end(String token) {
        return ascii(" HTTP/1.1\r\nhost: x\r\nauthorization: " + token + "\r\n\r\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    int users() {
        return ends.size();
    }

    /** Each post as the next user; when all have asked for the first path, for the next. */
    LongFunction<Call> posts(List<String> paths) {
        List<byte[]> begins = paths.stream().map(path -> ascii("POST " + path)).toList();
        return number -> call(begins.get((int) (number / users() % begins.size())), ends.get((int) (number % users())));
    }

    static Call post(String token, String path) {
        return call(ascii("POST " + path), end(token));
    }

    /** Without a token. */
    static Call get(String path) {
        return new Call(ByteBuffer.wrap(ascii("GET " + path + " HTTP/1.1\r\nhost: x\r\n\r\n")));
    }

    static Call get(String token, String path) {
        return call(ascii("GET " + path), end(token));
    }

    private static Call call(byte[] begin, byte[] end) {
        return new Call(ByteBuffer.allocate(begin.length + end.length)
                .put(begin)
                .put(end)
                .flip());
    }
}
