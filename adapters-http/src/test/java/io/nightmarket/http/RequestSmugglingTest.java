package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Requests whose end a proxy may see elsewhere: what follows one of them on the connection must not be answered as a
 * request. Netty 4.2.12 answered all of these.
 */
final class RequestSmugglingTest extends RoutesTestBase {
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3}) ");

    private static final String POST = "POST /user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    private static final String SMUGGLED = "GET /shop-type/list HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

    @Test
    void aTransferCodingBesideChunkedIsRefused() throws IOException {
        assertEquals(
                List.of("400"),
                statuses(POST + "transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n" + SMUGGLED));
        assertEquals(
                List.of("400"), statuses(POST + "transfer-encoding: chunked, xchunked\r\n\r\n0\r\n\r\n" + SMUGGLED));
    }

    @Test
    void lengthAndTransferEncodingOfHttp10AreRefused() throws IOException {
        assertEquals(
                List.of("400"),
                statuses(POST.replace("HTTP/1.1", "HTTP/1.0")
                        + "connection: keep-alive\r\ncontent-length: 50\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
                        + SMUGGLED));
    }

    /** 2^32 + 2 bytes, which were read as 2. */
    @Test
    void aChunkOfMoreThan32BitsIsRefused() throws IOException {
        assertEquals(
                List.of("400"),
                statuses(POST + "transfer-encoding: chunked\r\n\r\n100000002\r\n{}\r\n0\r\n\r\n" + SMUGGLED));
    }

    @Test
    void aChunkOfMoreThan32BitsToARouteThatReadsNoBodyEndsTheConnection() throws IOException {
        assertEquals(
                List.of("200"),
                statuses("GET /health/live HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
                        + "100000002\r\n{}\r\n0\r\n\r\n" + SMUGGLED));
    }

    @Test
    void lengthAndTransferEncodingAreRefused() throws IOException {
        assertEquals(
                List.of("400"),
                statuses(POST + "content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED));
        assertEquals(
                List.of("400"),
                statuses(POST + "transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n" + SMUGGLED));
    }

    @Test
    void aSecondLengthIsRefused() throws IOException {
        assertEquals(List.of("400"), statuses(POST + "content-length: 0\r\ncontent-length: 60\r\n\r\n" + SMUGGLED));
    }

    /** Of two lengths the first is taken, and nothing is read behind it. */
    @Test
    void aConnectionOfHttp10EndsWithItsFirstRequest() throws IOException {
        String kept = POST.replace("HTTP/1.1", "HTTP/1.0") + "connection: keep-alive\r\n";
        assertEquals(List.of("200"), statuses(kept + "content-length: 2\r\ncontent-length: 60\r\n\r\n{}" + SMUGGLED));
        assertEquals(
                List.of("200"),
                statuses("GET /health/live HTTP/1.0\r\nconnection: keep-alive\r\ncontent-length: 0\r\n"
                        + "content-length: 60\r\n\r\n" + SMUGGLED));
        assertEquals(
                List.of("200"), statuses("GET /health/live HTTP/1.0\r\nconnection: keep-alive\r\n\r\n" + SMUGGLED));
    }

    @Test
    void aSecondHostIsRefused() throws IOException {
        assertEquals(List.of("400"), statuses(POST + "host: y\r\ncontent-length: 0\r\n\r\n" + SMUGGLED));
        assertEquals(List.of("400"), statuses(POST + "Host: x\r\ncontent-length: 0\r\n\r\n" + SMUGGLED));
    }

    @Test
    void aRequestWithoutHostIsRefused() throws IOException {
        assertEquals(List.of("400"), statuses("GET /shop-type/list HTTP/1.1\r\n\r\n" + SMUGGLED));
    }

    @Test
    void controlCharactersBeforeARequestAreRefused() throws IOException {
        assertEquals(List.of("400"), statuses("\0\1\2" + SMUGGLED));
    }

    /** RFC 9112, 5.2: a proxy may end the header at the line break. */
    @Test
    void aFoldedHeaderIsRefused() throws IOException {
        assertEquals(
                List.of("400"),
                statuses(POST + "transfer-encoding:\r\n chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n" + SMUGGLED));
        assertEquals(List.of("400"), statuses(POST + "x: 1\r\n\tcontent-length: 5\r\n\r\n" + SMUGGLED));
        assertEquals(List.of("400"), statuses(POST + "x: 1\n content-length: 5\r\n\r\n" + SMUGGLED));
        assertEquals(List.of("400"), statuses("POST /user/login HTTP/1.1\r\n host: x\r\n\r\n" + SMUGGLED));
    }

    @Test
    void aFoldedHeaderBehindAnAnsweredRequestIsRefused() throws IOException {
        String first = "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            socket.setSoTimeout(60_000);
            send(socket, first);
            assertEquals('H', socket.getInputStream().read());
            // In two pieces: the blank is the first byte of the second one.
            send(socket, POST + "x: 1\r\n");
            send(socket, " y\r\n\r\n" + SMUGGLED);
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(1, STATUS.matcher(answers).results().count(), answers);
            assertTrue(answers.contains("HTTP/1.1 400 ") || answers.contains("HTTP/1.0 400 "), answers);
        }
    }

    @Test
    void aBodyMayHaveLinesThatBeginWithABlank() throws IOException {
        String body = "{\n \"phone\":\n\t\"1\"\n}\n";
        assertEquals(
                List.of("200", "200"),
                statuses(POST + "content-length: " + body.length() + "\r\n\r\n" + body + SMUGGLED));
        assertEquals(
                List.of("200", "200"),
                statuses(POST + "transfer-encoding: chunked\r\n\r\n" + Integer.toHexString(body.length()) + "\r\n"
                        + body + "\r\n0\r\n\r\n" + SMUGGLED));
    }

    @Test
    void aHeaderWithoutANameIsRefused() throws IOException {
        assertEquals(List.of("400"), statuses(POST + ": x\r\ncontent-length: 0\r\n\r\n" + SMUGGLED));
        assertEquals(List.of("400"), statuses("GET /shop-type/list HTTP/1.1\r\nhost: x\r\n:\r\n\r\n" + SMUGGLED));
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The statuses of all answers on one connection. */
    private List<String> statuses(String sent) throws IOException {
        return STATUS.matcher(new RawClient(node).exchange(sent))
                .results()
                .map(answer -> answer.group(1))
                .toList();
    }
}
