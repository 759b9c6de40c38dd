package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.picture.PictureName;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads, as a front end makes them. */
final class PictureRoutesTest extends RoutesTestBase {
    private static final String BORDER = "----border";

    private final HttpClient http = HttpClient.newHttpClient();
    private String alice = "";
    private String bob = "";
    private int before;

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
        upload("no form", alice).isRefused(400, "BAD_REQUEST");
        client.method("POST", "/upload/blog", "{}", AUTH, alice).isRefused(400, "BAD_REQUEST");
        upload(form("file", "a.jpg", "picture"), FORGED).isRefused(401, "LOGIN_REQUIRED");
        client.get("/upload/blog/delete", AUTH, alice).isRefused(400, "BAD_REQUEST");
        assertEquals(before, node.pictures.count());
    }

    @Test
    void aFileThatIsTooLongIsRefused() {
        upload(form("file", "a.jpg", "x".repeat(BodyLimit.UPLOAD + 1)), alice).isRefused(413, "TOO_LARGE");
        upload(form("file", "a.jpg", "x".repeat(BodyLimit.UPLOAD + 100_000)), alice)
                .isRefused(413, "TOO_LARGE");
        assertEquals(before, node.pictures.count());
    }

    @Test
    void aUserUploadsSoManyPicturesADay() {
        for (int i = 0; i < 3; i++) {
            assertTrue(uploaded("picture").startsWith("/blogs/"));
        }
        upload(form("file", "a.jpg", "picture"), alice).isRefused(200, "PICTURE_LIMIT");
        assertEquals(before + 3, node.pictures.count());
    }
}
