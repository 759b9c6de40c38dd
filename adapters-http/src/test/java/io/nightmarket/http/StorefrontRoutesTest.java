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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The files of the storefront; its pages are looked at in a browser by another test. */
@ExtendWith(VertxExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class StorefrontRoutesTest {
    private static final Pattern LOADED =
            Pattern.compile("(?:src|href)=\"([^\"#$]+)\"|(?:from|import|import\\() ?'([^']+)'");
    private static final int MOST_BYTES = 120_000;

    private final HttpClient http = HttpClient.newHttpClient();
    private TestNode node;
    private RawClient client;

    @BeforeAll
    void start(Vertx own) {
        node = new TestNode(own);
        client = new RawClient(node);
    }

    /** From the first page on, through all that its files name. */
    private Set<String> everyFile() throws IOException {
        Set<String> known = new HashSet<>(Set.of("/"));
        Deque<String> open = new ArrayDeque<>(known);
        while (!open.isEmpty()) {
            String path = open.remove();
            Page page = client.get(path);
            assertEquals(200, page.status(), path);
            if (path.startsWith("/pages/lib/")) {
                continue;
            }
            Matcher loaded = LOADED.matcher(page.body());
            while (loaded.find()) {
                // Markup counts from the page's address, a module from its own.
                boolean isMarkup = loaded.group(1) != null;
                String reference = isMarkup ? loaded.group(1) : loaded.group(2);
                String target =
                        URI.create(isMarkup ? "/" : path).resolve(reference).getPath();
                if (!reference.contains("contract") && known.add(target)) {
                    open.add(target);
                }
            }
        }
        return known;
    }

    @Test
    void everyFileThatAPageNamesIsThereAndLoadsNothingFromElsewhere() throws IOException {
        Set<String> files = everyFile();
        assertTrue(files.size() > 30, files::toString);
        for (String file : files) {
            Page page = client.get(file);
            assertEquals("nosniff", page.header("x-content-type-options"), file);
            String policy = page.header("content-security-policy");
            assertNotNull(policy, file);
            assertFalse(policy.contains("unsafe") || policy.contains("http"), policy);
            assertFalse(
                    Pattern.compile("https?://(?!www.w3.org/2000/svg)")
                                    .matcher(page.body())
                                    .find()
                            && !file.startsWith("/pages/lib/"),
                    file);
        }
    }

    @Test
    void theFirstPageIsSmall() throws Exception {
        long bytes = 0;
        for (String file : everyFile()) {
            bytes += compressed(file).length;
        }
        assertTrue(bytes < MOST_BYTES, "all files together have " + bytes);
    }

    private byte[] compressed(String file) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + node.port() + file))
                .header("accept-encoding", "br, gzip")
                .timeout(Duration.ofSeconds(30))
                .build();
        HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        String encoding = response.headers().firstValue("content-encoding").orElse("gzip");
        assertEquals("gzip", encoding, file);
        assertEquals(Optional.of("accept-encoding"), response.headers().firstValue("vary"), file);
        return response.body();
    }

    @Test
    void aFileThatTheBrowserHasIsNotSentAgain() throws IOException {
        String tag = client.get("/pages/kit/api.js").header("etag");
        assertNotNull(tag);
        Page again = client.get("/pages/kit/api.js", "if-none-match: " + tag);
        assertEquals(304, again.status());
        assertEquals("", again.body());
        String compressed =
                client.get("/pages/kit/api.js", "accept-encoding: gzip").header("etag");
        assertFalse(tag.equals(compressed), "another content has another tag");
    }

    @Test
    void thePageLearnsTheTimeOfTheNode() throws IOException {
        Page page = client.get("/pages/site.json");
        JsonObject site = new JsonObject(page.body());
        assertEquals("no-store", page.header("cache-control"));
        assertTrue(site.getLong("now") > 0);
        assertNotNull(ZoneId.of(site.getString("timeZone")));
    }

    @Test
    void aNumberIsShownAsACode() throws IOException {
        Page code = client.get("/pages/qr/4542377217744961490.svg");
        assertEquals("image/svg+xml", code.header("content-type"));
        assertTrue(code.body().contains("<path d=\"M"), code::body);
        assertEquals(404, client.get("/pages/qr/12345678901234567890.svg").status());
        assertEquals(404, client.get("/pages/qr/x.svg").status());
    }

    @Test
    void otherFilesAreNotServed() throws IOException {
        for (String path : new String[] {
            "/pages/none.js",
            "/pages/",
            "/pages/kit/../../openapi.yaml",
            "/pages/index.html",
            "/pages/lib/lit-html/none.js",
            "/api/"
        }) {
            assertEquals(404, client.get(path).status(), path);
        }
    }

    @Test
    void aFileIsOnlyRead() throws IOException {
        for (String file : new String[] {"/", "/pages/kit/api.js", "/pages/site.json", "/pages/qr/1.svg"}) {
            Page head = client.send("HEAD", file);
            assertEquals(200, head.status(), file);
            assertEquals("", head.body(), file);
            assertEquals(405, client.send("POST", file).status(), file);
        }
        assertEquals(404, client.send("POST", "/pages/none.txt").status());
    }

    @Test
    void anotherSiteTakesItsPlace(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("index.html"), "another");
        // Nodes of one Vert.x would share a port.
        Vertx own = Vertx.vertx();
        try {
            TestConfig config = new TestConfig().pages(true, Optional.of(folder), Optional.empty());
            RawClient other = new RawClient(new TestNode(own, config));
            assertEquals("another", other.get("/").body());
            assertEquals(404, other.get("/pages/kit/api.js").status());
        } finally {
            var _ = own.close().await(30, TimeUnit.SECONDS);
        }
    }
}
