package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.eventually;

import io.nightmarket.domain.contract.Stages;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client of a stream of notices, that reads when it likes. */
final class EventListener implements AutoCloseable {
    private final Socket socket;
    private final StringBuilder heard = new StringBuilder();

    EventListener(TestNode node, String token, String... headers) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), node.port());
        String request = "GET /api/voucher-order/events HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n"
                + "authorization: " + token + "\r\n" + String.join("\r\n", headers)
                + (headers.length == 0 ? "" : "\r\n") + "\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
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
