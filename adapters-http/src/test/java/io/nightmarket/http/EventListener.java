package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.eventually;

import io.nightmarket.domain.contract.Stages;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** A client of a stream of events, that reads when it likes. */
final class EventListener implements AutoCloseable {
    private final Socket socket;
    private final StringBuilder heard = new StringBuilder();

    /** Listens to the user's notices. */
    EventListener(TestNode node, String token, String... headers) throws IOException {
        this(node, "/voucher-order/events", token, List.of(headers));
    }

    private EventListener(TestNode node, String path, String token, List<String> headers) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), node.port());
        String request = "GET /api" + path + " HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n"
                + "authorization: " + token + "\r\n" + String.join("\r\n", headers)
                + (headers.isEmpty() ? "" : "\r\n") + "\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    static EventListener ofUnread(TestNode node, String token) throws IOException {
        return new EventListener(node, "/blog/of/follow/unread/events", token, List.of());
    }

    /** How often it heard this. */
    int count(String text) {
        return hears(text) ? heard.toString().split(Pattern.quote(text), -1).length - 1 : 0;
    }

    boolean hears(String text) {
        try {
            InputStream in = socket.getInputStream();
            byte[] some = new byte[1 << 16];
            while (in.available() > 0) {
                heard.append(new String(some, 0, in.read(some), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return heard.indexOf(text) >= 0;
    }

    void awaits(String text) {
        eventually(Stages::pause, () -> hears(text));
    }

    /** Forgets what it heard before. */
    void awaitsNext(String text) {
        heard.setLength(0);
        awaits(text);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
