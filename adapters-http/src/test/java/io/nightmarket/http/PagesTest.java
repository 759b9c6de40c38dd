package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Which pages are served beside the API. Nodes on one Vert.x would share a port, so each test has its own. */
@ExtendWith(VertxExtension.class)
final class PagesTest {
    @Test
    void theDocumentationCanBeSwitchedOff(Vertx vertx) throws IOException {
        RawClient client =
                new RawClient(new TestNode(vertx, new TestConfig().pages(false, Optional.empty(), Optional.empty())));
        for (String target : new String[] {"/docs", "/docs/", "/docs/openapi.yaml", "/docs/codes"}) {
            assertEquals(404, client.get(target).status(), target);
        }
    }

    @Test
    void picturesAloneAreServedAlone(@TempDir Path pictures, Vertx vertx) throws IOException {
        Files.writeString(pictures.resolve("both.png"), "a picture");
        RawClient client = new RawClient(
                new TestNode(vertx, new TestConfig().pages(true, Optional.empty(), Optional.of(pictures))));
        assertEquals("a picture", client.get("/imgs/both.png").body());
        assertEquals(200, client.get("/").status(), "the storefront");
        assertEquals(404, client.get("/imgs/").status());
        assertEquals(404, client.get("/imgs/../both.png").status());
    }
}
