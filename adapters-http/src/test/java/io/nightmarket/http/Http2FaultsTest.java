package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.LogLines;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;

/** Frames that break the rules of HTTP/2 are the client's fault: no line of the log is an error. */
@ExtendWith(VertxExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated("it listens to the lines of all loggers")
@SuppressWarnings("NullAway.Init")
final class Http2FaultsTest {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int PRIORITY = 2;
    private static final int WINDOW = 8;
    private static final int END = 1;
    private static final int END_HEADERS = 4;
    private static final int PADDED = 8;
    private static final String LOGIN = "/user/login";

    private final LogLines lines = new LogLines(Logger.ROOT_LOGGER_NAME);
    private TestNode node;

    /** Frames of one request, on stream 1. */
    private interface Frames {
        void write(OutputStream out) throws IOException;
    }

    @BeforeAll
    void start(Vertx vertx) {
        node = HttpsTest.encrypted(vertx, Duration.ofSeconds(60));
    }

    @AfterAll
    void stop() {
        lines.close();
    }

    @Test
    void framesThatBreakTheRulesAreNoErrors() throws Exception {
        List<Frames> faults = List.of(
                out -> {
                    post(out, LOGIN, "content-length", "50");
                    frame(out, DATA, END, bytes("{}"));
                },
                out -> {
                    post(out, LOGIN, "content-length", "1");
                    frame(out, DATA, END, bytes("{} more"));
                },
                out -> {
                    post(out, LOGIN, "a", "b");
                    for (int i = 0; i < 2_000; i++) {
                        frame(out, DATA, 0, new byte[0]);
                    }
                },
                out -> {
                    post(out, LOGIN, "a", "b");
                    frame(out, DATA, PADDED, new byte[] {-1});
                },
                out -> {
                    post(out, LOGIN, "a", "b");
                    frame(out, WINDOW, 0, new byte[4]);
                },
                out -> {
                    post(out, LOGIN, "a", "b");
                    frame(out, DATA, 0, bytes("{}"));
                    frame(out, HEADERS, END_HEADERS | END, field(":status", "200"));
                },
                out -> {
                    post(out, LOGIN, "a", "b");
                    frame(out, PRIORITY, 0, new byte[] {0, 0, 0, 1, 16});
                },
                out -> {
                    post(out, LOGIN, "a", "b");
                    frame(out, DATA, END, new byte[70_000]);
                },
                out -> {
                    post(out, LOGIN, "A", "b");
                    frame(out, DATA, END, bytes("{}"));
                },
                out -> {
                    post(out, "/user/code?phone=1", "content-type", "multipart/form-data; boundary=x; charset=foo");
                    frame(out, DATA, END, bytes("--x"));
                });
        for (Frames fault : faults) {
            assertTrue(exchange(fault) > 0);
        }
        Eventually.holds("they are all over", () -> node.openConnections() == 0);
        assertEquals(
                List.of(),
                lines.events().stream()
                        .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                        .toList());
    }

    /** How many bytes came until the server ended the request or the connection. */
    private int exchange(Frames frames) throws Exception {
        try (SSLSocket socket = connect()) {
            socket.setSoTimeout(1_000);
            OutputStream out = socket.getOutputStream();
            out.write(bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
            out.write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            frames.write(request);
            try {
                out.write(request.toByteArray());
                return socket.getInputStream().readAllBytes().length;
            } catch (SocketTimeoutException | SocketException e) {
                // It stays open where the stream alone was ended.
                return 1;
            }
        }
    }

    private SSLSocket connect() throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (var in = Files.newInputStream(Path.of(HttpsTest.CERTIFICATE.certificatePath()))) {
            trusted.setCertificateEntry(
                    "node", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), node.port());
        var parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        assertEquals("h2", socket.getApplicationProtocol());
        return socket;
    }

    private static void post(OutputStream out, String path, String name, String value) throws IOException {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        fields.write(field(":method", "POST"));
        fields.write(field(":scheme", "https"));
        fields.write(field(":authority", "localhost"));
        fields.write(field(":path", path));
        if (!name.equals("content-type")) {
            fields.write(field("content-type", "application/json"));
        }
        fields.write(field(name, value));
        frame(out, HEADERS, END_HEADERS, fields.toByteArray());
    }

    /** A literal without indexing (RFC 7541, 6.2.2), short enough for one byte of length. */
    private static byte[] field(String name, String value) {
        return ByteBuffer.allocate(3 + name.length() + value.length())
                .put((byte) 0)
                .put((byte) name.length())
                .put(bytes(name))
                .put((byte) value.length())
                .put(bytes(value))
                .array();
    }

    private static void frame(OutputStream out, int type, int flags, byte[] payload) throws IOException {
        out.write(payload.length >> 16);
        out.write(payload.length >> 8);
        out.write(payload.length);
        out.write(type);
        out.write(flags);
        out.write(new byte[] {0, 0, 0, 1});
        out.write(payload);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
