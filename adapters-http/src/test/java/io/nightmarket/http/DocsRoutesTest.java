package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.http.RawClient.Page;
import io.nightmarket.http.answer.Catalogue;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class DocsRoutesTest {
    private static final Pattern REFERENCE = Pattern.compile("(?:src|href)=\"([^\"]+)\"");

    private TestNode node;
    private RawClient client;

    @BeforeAll
    void start(Vertx vertx) {
        node = new TestNode(vertx);
        client = new RawClient(node);
    }

    @Test
    void everythingThatThePagesLoadIsThereAndComesFromTheNodeItself() throws IOException {
        Set<String> references = new TreeSet<>();
        for (String page : new String[] {"/docs/", "/docs/codes"}) {
            Page answer = client.get(page);
            assertEquals(200, answer.status(), page);
            assertEquals("text/html;charset=utf-8", answer.header("content-type"));
            Matcher found = REFERENCE.matcher(answer.body());
            while (found.find()) {
                references.add(found.group(1));
            }
        }
        assertTrue(references.contains("swagger-ui-bundle.js") && references.contains("codes"), references::toString);
        for (String reference : references) {
            assertFalse(reference.contains(":") || reference.startsWith("/"), reference);
            Page answer = client.get("/docs/" + (reference.equals("./") ? "" : reference));
            assertEquals(200, answer.status(), reference);
            assertFalse(answer.body().isEmpty(), reference);
            assertEquals("nosniff", answer.header("x-content-type-options"), reference);
            String policy = answer.header("content-security-policy");
            assertNotNull(policy);
            assertTrue(policy.startsWith("default-src 'none'; script-src 'self';"), policy);
        }
    }

    @Test
    void theAddressWithoutASlashLeadsToThePageAlsoBehindAPrefix() throws IOException {
        assertEquals("docs/", client.get("/docs").header("location"));
        assertEquals("docs/", client.get("/api/docs").header("location"));
        assertEquals(200, client.get("/api/docs/").status());
    }

    @Test
    void theContractIsServedAsItIsWritten() throws IOException {
        Page answer = client.get("/docs/openapi.yaml");
        assertEquals("application/yaml", answer.header("content-type"));
        try (InputStream written = Contract.class.getResourceAsStream("/openapi.yaml")) {
            assertNotNull(written);
            assertEquals(new String(written.readAllBytes(), StandardCharsets.UTF_8), answer.body());
        }
        assertEquals(
                "/api", Contract.read().getJsonArray("servers").getJsonObject(0).getString("url"));
    }

    @Test
    void whatDidNotChangeIsNotSentAgain() throws IOException {
        Page first = client.get("/docs/swagger-ui.css");
        assertEquals("no-cache", first.header("cache-control"));
        String tag = first.header("etag");
        for (String held : new String[] {tag, "W/" + tag, "\"other\", " + tag, "*"}) {
            Page again = client.get("/docs/swagger-ui.css", "if-none-match: " + held);
            assertEquals(304, again.status(), held);
            assertEquals("", again.body());
            assertEquals(tag, again.header("etag"));
        }
        assertEquals(
                200,
                client.get("/docs/swagger-ui.css", "if-none-match: \"other\"").status());
        assertEquals(first.body(), client.get("/docs/swagger-ui.css").body());
    }

    @Test
    void thePageOfCodesIsTheCatalogue() throws IOException {
        String page = client.get("/docs/codes").body();
        for (Catalogue.Entry entry : Catalogue.load().entries()) {
            String row = "<code>%s</code></td><td>%d</td>".formatted(entry.code(), entry.status());
            assertTrue(page.contains(row), row);
            assertTrue(page.contains(">" + entry.chinese() + "<") && page.contains(">" + entry.english() + "<"), row);
        }
    }

    @Test
    void otherFilesOfTheClassPathAreNotServed() throws IOException {
        for (String target : new String[] {
            "/docs/swagger-ui.js",
            "/docs/../codes.properties",
            "/docs/%2e%2e/codes.properties",
            "/docs/..%2fcodes.properties",
            "/docs/index.html/../../openapi.yaml"
        }) {
            assertEquals(404, client.get(target).status(), target);
        }
    }
}
