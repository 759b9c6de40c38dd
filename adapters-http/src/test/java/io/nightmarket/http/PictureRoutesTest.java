package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.note.PictureName;
import io.nightmarket.http.note.PictureRoutes;
import io.nightmarket.testkit.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads, as a front end makes them. */
final class PictureRoutesTest extends RoutesTestBase {
    private static final String BORDER = "----border";

    private final HttpClient http = HttpClient.newHttpClient();
    private String alice = "";
    private String bob = "";
    private long before;

    @BeforeEach
    void logIn() {
        alice = client.logIn(Role.SHOPPER);
        bob = client.logIn(Role.SHOPPER);
        before = node.pictures.count();
    }

    @AfterAll
    void closeClient() {
        http.close();
    }

    private static String form(String part, String fileName, String content) {
        return "--" + BORDER + "\r\nContent-Disposition: form-data; name=\"" + part + "\"; filename=\"" + fileName
                + "\"\r\nContent-Type: image/jpeg\r\n\r\n" + content + "\r\n--" + BORDER + "--\r\n";
    }

    private Reply upload(String form, String token) {
        return client.send(
                client.request("/upload/blog", AUTH, token, "content-type", "multipart/form-data; boundary=" + BORDER)
                        .POST(BodyPublishers.ofString(form))
                        .build());
    }

    private String uploaded(String content) {
        return String.valueOf(
                upload(form("file", "../../a.php", content), alice).data());
    }

    private HttpResponse<String> show(String path) {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + path))
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Test
    void anUploadedPictureIsShownUntilItsOwnerDeletesIt() {
        String content = "picture ".repeat(20_000);
        String name = uploaded(content);
        assertTrue(PictureName.parse(name).isPresent(), name);
        HttpResponse<String> shown = show("/imgs" + name);
        assertEquals(200, shown.statusCode());
        assertEquals(content, shown.body());
        assertEquals("image/png", shown.headers().firstValue("content-type").orElse(""));
        assertEquals(
                "nosniff", shown.headers().firstValue("x-content-type-options").orElse(""));
        assertEquals(
                "public, max-age=31536000, immutable",
                shown.headers().firstValue("cache-control").orElse(""));

        client.get("/upload/blog/delete?name=" + name, AUTH, bob).isRefused(200, "PICTURE_NOT_FOUND");
        assertEquals(200, show("/imgs" + name).statusCode());
        assertNull(
                client.get("/upload/blog/delete?name=/imgs" + name, AUTH, alice).data());
        assertEquals(404, show("/imgs" + name).statusCode());
        client.get("/upload/blog/delete?name=" + name, AUTH, alice).isRefused(200, "PICTURE_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/../..", "/blogs/..", "/./blogs"})
    void aDetourIsNoName(String detour) {
        String name = uploaded("picture");
        client.get("/upload/blog/delete?name=" + detour + name, AUTH, alice).isRefused(200, "PICTURE_NOT_FOUND");
        assertNull(client.get("/upload/blog/delete?name=" + name, AUTH, alice).data());
    }

    @Test
    void badUploadsAreRefusedAndNotStored() {
        upload(form("file", "a.jpg", "\0text"), alice).isRefused(200, "PICTURE_TYPE");
        upload(form("file", "a.jpg", "\u0001bomb"), alice).isRefused(200, "PICTURE_TOO_LARGE");
        upload(form("other", "a.jpg", "picture"), alice).isRefused(400, "BAD_REQUEST");
        upload(form("file", "a.jpg", "picture").replace("image/jpeg", "image/jpeg; charset=\"a b\""), alice)
                .isRefused(400, "BAD_REQUEST");
        upload("no form", alice).isRefused(400, "BAD_REQUEST");
        client.method("POST", "/upload/blog", "{}", AUTH, alice).isRefused(400, "BAD_REQUEST");
        upload(form("file", "a.jpg", "picture"), FORGED).isRefused(401, "LOGIN_REQUIRED");
        client.get("/upload/blog/delete", AUTH, alice).isRefused(400, "BAD_REQUEST");
        assertEquals(before, node.pictures.count());
    }

    @Test
    void aFileThatIsTooLongIsRefused() {
        upload(form("file", "a.jpg", "x".repeat(PictureRoutes.MAX_FILE + 1)), alice)
                .isRefused(413, "TOO_LARGE");
        upload(form("file", "a.jpg", "x".repeat(PictureRoutes.MAX_FILE + 100_000)), alice)
                .isRefused(413, "TOO_LARGE");
        assertEquals(before, node.pictures.count());
    }

    @Test
    void aUserTriesSoManyTimesADay() {
        for (int i = 0; i < TestNode.PICTURES_A_DAY - 1; i++) {
            upload(form("file", "a.jpg", "\0text"), alice).isRefused(200, "PICTURE_TYPE");
        }
        assertTrue(uploaded("picture").startsWith("/blogs/"));
        upload(form("file", "a.jpg", "picture"), alice).isRefused(200, "PICTURE_LIMIT");
        assertEquals(before + 1, node.pictures.count());
    }

    /** As the photos of a note are sent. */
    @Test
    void nineLargePhotosAreUploadedOneAfterTheOther() {
        String photo = "x".repeat(PictureRoutes.MAX_FILE);
        for (int i = 0; i < 9; i++) {
            String name = uploaded(photo);
            assertTrue(photo.equals(show("/imgs" + name).body()), "the picture is whole");
        }
        assertEquals(node.pictures.count(), node.pictures.countAll(), "nothing is left of uploads");
    }

    /** As a front end shows them, in parts and again. */
    @Test
    void rangesAndValidatorsAreThoseOfFiles() throws IOException {
        RawClient raw = new RawClient(node);
        String path = "/imgs" + uploaded("0123456789");
        assertEquals("2345", raw.get(path, "range: bytes=2-5").body());
        RawClient.Page head = raw.send("HEAD", path);
        assertEquals(200, head.status());
        assertEquals("10", head.header("content-length"));
        assertEquals("", head.body());
        String modified = head.header("last-modified");
        assertEquals(304, raw.get(path, "if-modified-since: " + modified).status());
    }

    /** Bodies whose end is not sent: they hold bytes of the budget, and of their user alone all there are for one. */
    @Test
    void unfinishedUploadsAreBoundedInBytesOfEachUserAndOfAll() throws IOException {
        List<Socket> open = new ArrayList<>();
        try {
            assertTrue(beginsUnfinished(alice, open));
            assertTrue(beginsUnfinished(alice, open));
            upload(form("file", "a.jpg", "picture"), alice).isRefused(503, "UNAVAILABLE");
            assertTrue(
                    String.valueOf(upload(form("file", "a.jpg", "picture"), bob).data())
                            .startsWith("/blogs/"));

            int begun = 2;
            for (int i = 0; i < 52; i++) {
                begun += beginsUnfinished(client.logIn(Role.SHOPPER), open) ? 1 : 0;
            }
            assertEquals(51, begun, "uploads under way");
            upload(form("file", "a.jpg", "x".repeat(1_000_000)), bob).isRefused(503, "UNAVAILABLE");
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
        String large = form("file", "a.jpg", "x".repeat(1_000_000));
        Eventually.holds(
                "what broke off is free again", () -> upload(large, bob).status() == 200);
        assertEquals(node.pictures.count(), node.pictures.countAll(), "nothing is left of uploads");
    }

    /** Whether the node asks for the body, which does not come. */
    private boolean beginsUnfinished(String token, List<Socket> open) throws IOException {
        Socket socket = new RawClient(node).open();
        open.add(socket);
        RawClient.send(socket, head(token, PictureRoutes.MAX_FORM, "expect: 100-continue\r\n"));
        return new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8).endsWith("100");
    }

    private static String head(String token, int length, String more) {
        return "POST /upload/blog HTTP/1.1\r\nhost: x\r\nauthorization: " + token
                + "\r\ncontent-type: multipart/form-data; boundary=" + BORDER + "\r\ncontent-length: " + length + "\r\n"
                + more + "\r\n";
    }

    /** RFC 9110, 10.1.1. */
    @ParameterizedTest
    @CsvSource({"100-continue, true", "100-Continue, true", "something, false"})
    void whoAsksBeforeTheBodyIsAnsweredBeforeIt(String expectation, boolean isAnswered) throws IOException {
        String form = form("file", "a.jpg", "picture");
        try (Socket socket = new RawClient(node).open()) {
            OutputStream out = socket.getOutputStream();
            String head = head(alice, form.length(), "connection: close\r\nexpect: " + expectation + "\r\n");
            out.write(head.getBytes(StandardCharsets.UTF_8));
            if (isAnswered) {
                String interim = "HTTP/1.1 100 Continue\r\n\r\n";
                assertEquals(
                        interim,
                        new String(socket.getInputStream().readNBytes(interim.length()), StandardCharsets.UTF_8));
            }
            out.write(form.getBytes(StandardCharsets.UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answer.startsWith("HTTP/1.1 200 OK"), answer);
        }
    }

    /** The body is never asked for. */
    @Test
    void whoIsRefusedIsNotAskedToGoOn() throws IOException {
        try (Socket socket = new RawClient(node).open()) {
            RawClient.send(socket, head(FORGED, 1_000_000, "expect: 100-continue\r\n"));
            assertEquals("HTTP/1.1 401", new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8));
        }
    }
}
