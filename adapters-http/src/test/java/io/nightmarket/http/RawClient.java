package io.nightmarket.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sends targets exactly as they are written, which no HTTP library would, and reads answers of any kind. */
final class RawClient {
    private final int port;

    RawClient(TestNode node) {
        this(node.port());
    }

    RawClient(int port) {
        this.port = port;
    }

    /** An answer as it came over the wire. */
    record Page(int status, String head, String body) {
        @Nullable
        String header(String name) {
            String wanted = name.toLowerCase(Locale.ROOT) + ": ";
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(wanted))
                    .map(line -> line.substring(wanted.length()))
                    .findFirst()
                    .orElse(null);
        }
    }

    Page get(String target, String... headerLines) throws IOException {
        return send("GET", target, headerLines);
    }

    Page send(String method, String target, String... headerLines) throws IOException {
        StringBuilder request = new StringBuilder(method + ' ' + target + " HTTP/1.1\r\nhost: x\r\n");
        for (String line : headerLines) {
            request.append(line).append("\r\n");
        }
        return page(exchange(request.append("connection: close\r\n\r\n").toString()));
    }

    /** Sends these characters and nothing else, and reads until the server closes the connection. */
    String exchange(String sent) throws IOException {
        try (Socket socket = open()) {
            send(socket, sent);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A connection on which an answer is waited for a minute at most. */
    Socket open() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(60_000);
        return socket;
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Page page(String answer) {
        int end = answer.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new AssertionError("no answer: " + answer);
        }
        int status = Integer.parseInt(answer.substring(9, 12));
        return new Page(status, answer.substring(0, end), answer.substring(end + 4));
    }
}
