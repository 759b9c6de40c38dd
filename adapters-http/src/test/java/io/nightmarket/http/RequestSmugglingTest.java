package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests whose end a proxy may see elsewhere: what follows one of them on the connection must not be answered as a
 * request. Netty 4.2.12 answered all of these.
 */
final class RequestSmugglingTest extends RoutesTestBase {
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3}) ");

    private static final String POST = "POST /user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    private static final String SMUGGLED = "GET /shop-type/list HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

    private static final String CHUNKED = "transfer-encoding: chunked\r\n\r\n";
    private static final String NONE = "content-length: 0\r\n\r\n";
    private static final String OLD =
            "POST /user/login HTTP/1.0\r\nhost: x\r\ncontent-type: application/json\r\nconnection: keep-alive\r\n";

    /** A row is what is sent before the request that must not be answered. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                // A transfer coding beside chunked.
                POST + "transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                POST + "transfer-encoding: chunked, xchunked\r\n\r\n0\r\n\r\n",
                // Length and transfer encoding.
                POST + "content-length: 5\r\n" + CHUNKED + "0\r\n\r\n",
                POST + "transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n",
                OLD + "content-length: 50\r\n" + CHUNKED + "0\r\n\r\n",
                // A chunk of 2^32 + 2 bytes, which was read as one of 2.
                POST + CHUNKED + "100000002\r\n{}\r\n0\r\n\r\n",
                // A second length, and a second host.
                POST + "content-length: 0\r\ncontent-length: 60\r\n\r\n",
                POST + "host: y\r\n" + NONE,
                POST + "Host: x\r\n" + NONE,
                "GET /shop-type/list HTTP/1.1\r\n\r\n",
                "\0\1\2",
                // RFC 9112, 5.2: a proxy may end a folded header at the line break.
                POST + "transfer-encoding:\r\n chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                POST + "x: 1\r\n\tcontent-length: 5\r\n\r\n",
                POST + "x: 1\n content-length: 5\r\n\r\n",
                "POST /user/login HTTP/1.1\r\n host: x\r\n\r\n",
                // A header without a name.
                POST + ": x\r\n" + NONE,
                "GET /shop-type/list HTTP/1.1\r\nhost: x\r\n:\r\n\r\n"
            })
    void whatAProxyMayReadOtherwiseIsRefused(String sent) throws IOException {
        assertEquals(List.of("400"), statuses(sent + SMUGGLED));
    }

    /** The server takes the first of two lengths; it reads nothing behind it, nor behind a body that no route reads. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /health/live HTTP/1.1\r\nhost: x\r\n" + CHUNKED + "100000002\r\n{}\r\n0\r\n\r\n",
                OLD + "content-length: 2\r\ncontent-length: 60\r\n\r\n{}",
                "GET /health/live HTTP/1.0\r\nconnection: keep-alive\r\ncontent-length: 0\r\ncontent-length: 60\r\n\r\n",
                "GET /health/live HTTP/1.0\r\nconnection: keep-alive\r\n\r\n"
            })
    void theConnectionEndsWithTheFirstRequest(String sent) throws IOException {
        assertEquals(List.of("200"), statuses(sent + SMUGGLED));
    }

    @Test
    void aFoldedHeaderBehindAnAnsweredRequestIsRefused() throws IOException {
        String first = "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n";
        try (Socket socket = new RawClient(node).open()) {
            RawClient.send(socket, first);
            assertEquals('H', socket.getInputStream().read());
            // In two pieces: the blank is the first byte of the second one.
            RawClient.send(socket, POST + "x: 1\r\n");
            RawClient.send(socket, " y\r\n\r\n" + SMUGGLED);
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

    /** The statuses of all answers on one connection. */
    private List<String> statuses(String sent) throws IOException {
        return STATUS.matcher(new RawClient(node).exchange(sent))
                .results()
                .map(answer -> answer.group(1))
                .toList();
    }
}
