package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.http.RawClient.Page;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A site beside the API, with secrets outside of it and hidden in it. */
@ExtendWith(VertxExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class StaticFilesTest {
    private static final String SECRET = "a secret";

    private Path home;
    private TestNode node;
    private RawClient client;

    @BeforeAll
    void start(@TempDir Path folder, Vertx vertx) throws IOException {
        home = folder;
        write("site/index.html", "<h1>夜市</h1>");
        write("site/js/app.js", "let a;");
        write("site/shop/1", SECRET);
        write("site/imgs/a b.png", "picture of the site");
        write("site/imgs/both.png", SECRET);
        write("site/imgs/x.svg", "<svg/>");
        write("site/empty/page.txt", "text");
        write("site/pages/index.html", "pages");
        write("site/.env", SECRET);
        write("site/.git/config", SECRET);
        write("site/js/.hidden.js", SECRET);
        write("site/docs/extra.txt", "beside the documentation");
        write("pictures/both.png", "another folder");
        write("secret.txt", SECRET);
        write("outside/index.html", SECRET);
        write("site-two/secret.txt", SECRET);
        link("site/link-out.txt", "secret.txt");
        link("site/folder-out", "outside");
        link("site/link-within.js", "site/js/app.js");
        link("site/unhidden", "site/.git");
        link("site/dangling", "nothing");
        link("site/loop", "site/loop");
        link("site/outer-index/index.html", "secret.txt");
        // The folder itself may be a link.
        link("current", "site");
        node = new TestNode(
                vertx,
                new TestConfig()
                        .pages(true, Optional.of(home.resolve("current")), Optional.of(home.resolve("pictures"))));
        client = new RawClient(node);
    }

    @Test
    void theSiteIsServedWithItsPictures() throws IOException {
        Page index = client.get("/");
        assertEquals(200, index.status());
        assertEquals("<h1>夜市</h1>", index.body());
        assertEquals("text/html;charset=UTF-8", index.header("content-type"));
        assertEquals("nosniff", index.header("x-content-type-options"));
        assertEquals("let a;", client.get("/js/app.js?v=2").body());
        assertEquals("let a;", client.get("/link-within.js").body());
        assertEquals("pages", client.get("/pages/").body());
        assertEquals("picture of the site", client.get("/imgs/a%20b.png").body());
        assertEquals("another folder", client.get("/imgs/both.png").body());
        assertEquals("beside the documentation", client.get("/docs/extra.txt").body());
    }

    @Test
    void routesWinOverFiles() throws IOException {
        node.shops.add(Shops.shop(1));
        assertEquals(1, data(client.get("/shop/1")).getInteger("id"));
        assertEquals(1, data(client.get("/api/shop/1")).getInteger("id"));
        assertEquals(200, client.send("HEAD", "/shop/1").status());
        Page refused = client.send("PUT", "/shop/1");
        assertEquals(405, refused.status());
        assertEquals("GET, HEAD", refused.header("allow"));
        assertEquals(405, client.send("DELETE", "/shop/1").status());
        assertEquals(405, client.get("/voucher-order/seckill/1").status());
        assertTrue(client.get("/docs/").body().contains("swagger-ui"));
    }

    @Test
    void whatIsNotThereIsRefusedAsEver() throws IOException {
        for (String target : new String[] {"/none", "/empty/", "/empty", "/js/", "/js/app.js/", "/js/app.js/x"}) {
            Page page = client.get(target, "accept: text/html");
            assertEquals(404, page.status(), target);
            assertEquals("NOT_FOUND", new JsonObject(page.body()).getString("code"), target);
        }
        assertEquals(404, client.send("POST", "/js/app.js").status());
        assertEquals(404, client.send("DELETE", "/").status());
    }

    @Test
    void underTheApiPrefixThereAreNoFiles() throws IOException {
        assertEquals(404, client.get("/api/js/app.js").status());
        assertEquals(404, client.get("/api/").status());
        assertEquals(404, client.get("/api/imgs/both.png").status());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../secret.txt", "/js/../../secret.txt", "/%2e%2e/secret.txt",
                "/%2E%2e/secret.txt", "/.%2e/secret.txt", "/js/%2e%2e/%2e%2e/secret.txt",
                "/..%2fsecret.txt", "/js%2f..%2f..%2fsecret.txt", "/%2e%2e%2fsecret.txt",
                "/..%5csecret.txt", "/..\\secret.txt", "/js\\..\\..\\secret.txt",
                "/%2e%2e%5csecret.txt", "/%252e%252e/secret.txt", "/%252e%252e%252fsecret.txt",
                "/..%252fsecret.txt", "/%c0%ae%c0%ae/secret.txt", "/%c0%ae%c0%ae%c0%afsecret.txt",
                "/..;/secret.txt", "/.../secret.txt", "/....//secret.txt",
                "//../secret.txt", "///../../secret.txt", "/imgs/../../secret.txt",
                "/imgs/%2e%2e/%2e%2e/secret.txt", "/imgs/..%2f..%2fsecret.txt", "/imgs/..%2fsecret.txt",
                "/imgs/..%5c..%5csecret.txt", "/imgs%2f..%2f..%2fsecret.txt", "/api/../secret.txt",
                "/api/%2e%2e/secret.txt", "/api/../../secret.txt", "/docs/../../secret.txt",
                "/../site-two/secret.txt", "/..%2fsite-two%2fsecret.txt", "/link-out.txt",
                "/folder-out/", "/folder-out/index.html", "/folder-out",
                "/outer-index/", "/outer-index", "/unhidden/config",
                "/dangling", "/loop", "/.env",
                "/%2eenv", "/.git/config", "/js/.hidden.js",
                "/js/%2ehidden.js", "/js/..%00/secret.txt", "/secret.txt%00.html",
                "/js/app.js%00", "/js/app.js%0a", "/js%0d%0aset-cookie:x",
                "/%00", "/%ff%fe", "/%",
                "/%2", "/C:/secret.txt", "/file:%2f%2f%2fetc%2fpasswd",
                "//etc/passwd", "/%2fetc%2fpasswd", "http://x/../secret.txt",
                "http://x/%2e%2e/secret.txt", "file:///etc/passwd", "*",
                "../secret.txt", "?/../secret.txt"
            })
    void noPathLeavesTheFolder(String target) throws IOException {
        Page page = client.get(target);
        // "*" and the like lead to the index at most.
        assertFalse(page.body().contains(SECRET) || page.body().contains("root:"), page::toString);
        assertTrue(page.status() == 404 || page.status() == 400 || page.body().contains("夜市"), page::toString);
        assertEquals(null, page.header("set-cookie"));
    }

    @Test
    void longAndDeepPathsDoNoHarm() throws IOException {
        assertEquals(404, client.get("/" + "a".repeat(3_000)).status());
        assertEquals(404, client.get("/a".repeat(1_500)).status());
        assertEquals(
                404, client.get("/" + "js/../".repeat(600) + "../secret.txt").status());
    }

    @Test
    void aFolderLeadsToItsIndexOnThisSiteOnly() throws IOException {
        Page page = client.get("/pages");
        assertEquals(301, page.status());
        assertEquals("/pages/", page.header("location"));
        assertEquals("/pages/", client.get("//pages").header("location"));
        assertEquals(404, client.get("/%2fpages").status());
    }

    @Test
    void browsersKeepPicturesAndAskForTheRestAgain() throws IOException {
        assertEquals("public, max-age=86400", client.get("/imgs/both.png").header("cache-control"));
        Page script = client.get("/js/app.js");
        assertEquals("no-cache", script.header("cache-control"));
        String modified = "if-modified-since: " + script.header("last-modified");
        Page same = client.get("/js/app.js", modified);
        assertEquals(304, same.status());
        assertEquals("", same.body());
        Page missing = client.get("/imgs/none.png");
        assertEquals("no-store", missing.header("cache-control"));
    }

    @Test
    void aChangedFileIsSentAgain() throws IOException {
        Path file = home.resolve("site/changing.js");
        write("site/changing.js", "one");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        String modified = "if-modified-since: " + client.get("/changing.js").header("last-modified");
        assertEquals(304, client.get("/changing.js", modified).status());
        write("site/changing.js", "two!");
        assertEquals("two!", client.get("/changing.js").body());
        Files.delete(file);
        assertEquals(404, client.get("/changing.js").status());
    }

    @Test
    void aHeadIsAnsweredWithoutBody() throws IOException {
        Page head = client.send("HEAD", "/js/app.js");
        assertEquals(200, head.status());
        assertEquals("6", head.header("content-length"));
        assertEquals("", head.body());
    }

    @Test
    void aPictureThatIsOpenedRunsNothing() throws IOException {
        String policy = String.valueOf(client.get("/imgs/x.svg").header("content-security-policy"));
        assertTrue(policy.contains("sandbox") && policy.contains("default-src 'none'"), policy);
    }

    private static JsonObject data(Page page) {
        assertEquals(200, page.status(), page::toString);
        return new JsonObject(page.body()).getJsonObject("data");
    }

    private void write(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Path folder = file.getParent();
        assertNotNull(folder);
        Files.createDirectories(folder);
        Files.writeString(file, text);
    }

    private void link(String name, String target) throws IOException {
        Path link = home.resolve(name);
        Path folder = link.getParent();
        assertNotNull(folder);
        Files.createDirectories(folder);
        Files.createSymbolicLink(link, home.resolve(target));
    }

    /** A row is a range, a condition, the status, the content's range and the content; the file is {@code 0123456789}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "bytes=0-4 | - | 206 | bytes 0-4/10 | 01234",
                "bytes=5-5 | - | 206 | bytes 5-5/10 | 5",
                "bytes=5- | - | 206 | bytes 5-9/10 | 56789",
                "bytes=8-100 | - | 206 | bytes 8-9/10 | 89",
                "bytes=8-999999999999999999 | - | 206 | bytes 8-9/10 | 89",
                "bytes=10- | - | 416 | bytes */10 | -",
                "bytes=10-20 | - | 416 | bytes */10 | -",
                "bytes=999999999999999999- | - | 416 | bytes */10 | -",
                "bytes=99999999999999999999- | - | 200 | - | 0123456789",
                "bytes=5-2 | - | 200 | - | 0123456789",
                "bytes=10-2 | - | 200 | - | 0123456789",
                "bytes=a-b | - | 200 | - | 0123456789",
                "bytes= | - | 200 | - | 0123456789",
                "lines=0-4 | - | 200 | - | 0123456789",
                "bytes=0-1,4-5 | - | 200 | - | 0123456789",
                "bytes=0-4 | \"old\" | 200 | - | 0123456789",
                "bytes=0-4 | W/\"old\" | 200 | - | 0123456789",
                "bytes=0-4 | x | 200 | - | 0123456789",
                "bytes=0-4 | Mon, 1 Jan 2001 00:00:00 GMT | 200 | - | 0123456789",
                "bytes=0-4 | Mon, 01 Jan 2035 00:00:00 GMT | 200 | - | 0123456789",
                "bytes=0-4 | changed | 206 | bytes 0-4/10 | 01234",
                "bytes=20- | Mon, 1 Jan 2001 00:00:00 GMT | 200 | - | 0123456789",
                "bytes=20- | changed | 416 | bytes */10 | -"
            })
    void aRangeCountsWhileTheFileIsTheSame(
            String range, @Nullable String condition, int status, @Nullable String sent, @Nullable String content)
            throws IOException {
        write("site/digits.txt", "0123456789");
        for (String target : List.of("/digits.txt", "/digits.txt?v=1")) {
            String changed = client.get(target).header("last-modified");
            String[] lines = condition == null
                    ? new String[] {"range: " + range}
                    : new String[] {
                        "range: " + range, "if-range: " + condition.replace("changed", String.valueOf(changed))
                    };
            Page page = client.get(target, lines);
            assertEquals(status, page.status(), page.body());
            assertEquals(sent, page.header("content-range"));
            if (content == null) {
                assertEquals("RANGE_NOT_SATISFIABLE", new JsonObject(page.body()).getString("code"));
                assertEquals("no-store", page.header("cache-control"));
            } else {
                assertEquals(content, page.body());
            }
            assertEquals(200, client.send("HEAD", target, lines).status());
        }
    }
}
