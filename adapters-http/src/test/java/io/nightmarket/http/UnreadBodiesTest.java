package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What a client may send where nothing reads it, or before it is known who the client is. */
final class UnreadBodiesTest extends RoutesTestBase {
    private static final String CHUNK = "400\r\n" + "x".repeat(1024) + "\r\n";
    private static final int SENT_AT_MOST = 10_000;

    @Test
    void anEndlessBodyThatNoRouteReadsIsCutOff() throws IOException {
        String answers = sendEndless("GET /shop/1");
        assertEquals(1, answers.split("200 OK", -1).length - 1, answers);
    }

    @Test
    void anEndlessBodyIsRefusedAndCutOff() throws IOException {
        assertTrue(sendEndless("POST /user/login").contains("HTTP/1.1 413 "));
    }

    @Test
    void whoeverIsNotLoggedInIsRefusedBeforeTheBodyIsRead() throws IOException {
        assertTrue(beforeTheBody("PUT /shop", "").contains("\"LOGIN_REQUIRED\""));
        assertTrue(
                beforeTheBody("PUT /shop", "authorization: " + FORGED + "\r\n").contains("\"LOGIN_REQUIRED\""));
    }

    @Test
    void whoeverMayNotIsRefusedBeforeTheBodyIsRead() throws IOException {
        String token = client.logIn(TestClient.newPhone());
        assertTrue(
                beforeTheBody("POST /shop", "authorization: " + token + "\r\n").contains("\"FORBIDDEN\""));
    }

    @Test
    void bodiesAreSmallWhereNotStaffAloneSendThem() throws TimeoutException {
        Vertx other = Vertx.vertx();
        try {
            TestClient clients = new TestClient(new TestNode(other, new TestConfig().maxBodyBytes(65_536)));
            String body = object("id", 1, "distance", "m".repeat(5_000)).encode();
            clients.method("POST", "/user/login", body).isRefused(413, "TOO_LARGE");
            clients.method("PUT", "/shop", body, AUTH, clients.logIn(Role.MERCHANT))
                    .isRefused(403, "FORBIDDEN");
            clients.method("GET", "/shop/1", body).isRefused(200, "SHOP_NOT_FOUND");
            clients.method("POST", "/voucher-order/seckill/1", body, AUTH, clients.logIn(Role.SHOPPER))
                    .isRefused(200, "VOUCHER_NOT_FOUND");
            clients.close();
        } finally {
            other.close().await(60, TimeUnit.SECONDS);
        }
    }

    /** The body of a refused request is part of it: what stands in it is no request. */
    @Test
    void theBodyOfARefusedRequestIsSkipped() throws IOException {
        String inner = "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n";
        String answers = new RawClient(node)
                .exchange("PUT /shop HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: "
                        + inner.length() + "\r\n\r\n" + inner
                        + "GET /shop-type/list HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        assertEquals(1, answers.split("HTTP/1.1 200 OK", -1).length - 1, answers);
        assertTrue(answers.startsWith("HTTP/1.1 401 "), answers);
    }

    /** Its client reads no answer before it has sent all of it. */
    @Test
    void anUploadThatIsRefusedIsDroppedToItsEnd() throws IOException {
        String body = "x".repeat(5_000_000);
        String answers = new RawClient(node)
                .exchange("POST /upload/blog HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n"
                        + "content-length: " + body.length() + "\r\n\r\n" + body
                        + "GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        assertTrue(answers.startsWith("HTTP/1.1 401 "), answers);
        assertTrue(answers.contains("HTTP/1.1 200 OK"), answers);
    }

    /** The answer to a request whose body never comes. */
    private String beforeTheBody(String target, String headers) throws IOException {
        try (Socket socket = new RawClient(node).open()) {
            RawClient.send(
                    socket,
                    target + " HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n" + headers
                            + "content-length: 4000\r\n\r\n{");
            StringBuilder answer = new StringBuilder();
            InputStream in = socket.getInputStream();
            int read = in.read();
            while (read >= 0) {
                answer.append((char) read);
                read = read == '}' ? -1 : in.read();
            }
            return answer.toString();
        }
    }

    /** The answers to a request whose body of chunks goes on until the server closes the connection. */
    private String sendEndless(String target) throws IOException {
        try (Socket socket = new RawClient(node).open()) {
            RawClient.send(
                    socket,
                    target + " HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                            + "transfer-encoding: chunked\r\n\r\n" + CHUNK);
            byte[] first = new byte[8_192];
            if (target.startsWith("POST")) {
                RawClient.send(socket, CHUNK.repeat(4));
            }
            int length = socket.getInputStream().read(first);
            assertTrue(isCutOff(socket), "it took " + SENT_AT_MOST + " chunks");
            return new String(first, 0, length, StandardCharsets.UTF_8);
        }
    }

    private static boolean isCutOff(Socket socket) throws IOException {
        try {
            for (int i = 0; i < SENT_AT_MOST; i++) {
                RawClient.send(socket, CHUNK);
            }
            return false;
        } catch (SocketException e) {
            return true;
        }
    }
}
