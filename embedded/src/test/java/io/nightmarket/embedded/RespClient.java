package io.nightmarket.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Just enough of Redis' protocol to ask a server whether it is up and whose data it serves. */
final class RespClient implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 2_000;

    private final Socket socket;
    private final BufferedReader answers;

    RespClient(int port) throws IOException {
        socket = new Socket();
        try {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** The lines of the answer as Redis sends them, joined by line feeds, without the lengths of its strings. */
    String ask(String... words) throws IOException {
        StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            request.append("$%d\r\n%s\r\n".formatted(word.getBytes(UTF_8).length, word));
        }
        socket.getOutputStream().write(request.toString().getBytes(UTF_8));
        return answer();
    }

    private String answer() throws IOException {
        String first = line();
        if (first.startsWith("$")) {
            return line();
        }
        if (!first.startsWith("*")) {
            return first;
        }
        StringBuilder all = new StringBuilder(first);
        for (int left = Integer.parseInt(first.substring(1)); left > 0; left--) {
            all.append('\n').append(answer());
        }
        return all.toString();
    }

    private String line() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new EOFException("Redis closed the connection");
        }
        return line;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
