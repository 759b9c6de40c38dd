package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.http.answer.CachePolicy;
import io.nightmarket.http.answer.Catalogue;
import io.nightmarket.http.answer.RenderCache;
import io.nightmarket.http.answer.Rendered;
import io.nightmarket.http.answer.RequestIds;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.limit.HeldBytes;
import io.nightmarket.http.request.ClientAddresses;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is said of a reading to those who may keep it: as it is, and when it is past its time. */
@ExtendWith(VertxExtension.class)
@SuppressWarnings("NullAway.Init")
final class CacheableAnswersTest {
    private static final String BODY = "{\"success\":true,\"data\":\"it\"}";
    private static final String TOLD_STALE = "night-market; hit; detail=stale";

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T11:30:00Z"));
    private final Instant loadedAt = clock.instant();
    private final RenderCache<String, Rendered> renderings = RenderCache.ofSuccesses(value -> value);
    private volatile CachePolicy policy = new CachePolicy(Duration.ofMinutes(2), clock);
    private volatile boolean stale;
    private RawClient client;

    @BeforeEach
    void listen(Vertx vertx) throws TimeoutException {
        Responses responses = new Responses(
                Catalogue.load(),
                new RequestIds(new Random()),
                new HeldBytes(new ClientAddresses(_ -> false), Duration.ofSeconds(1)));
        Router router = Router.router(vertx);
        router.get().handler(ctx -> {
            ReadResult<String> reading = new ReadResult<>(Optional.of("it"), loadedAt, stale);
            responses.send(ctx, policy.answer(reading, renderings.of("it")));
        });
        HttpServer server = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .await(60, TimeUnit.SECONDS);
        client = new RawClient(server.actualPort());
    }

    @Test
    void aReadingWithinItsTimeMayBeKeptForTheTimeOfItsRoute() throws IOException {
        clock.advance(Duration.ofSeconds(90));
        RawClient.Page page = client.get("/");
        assertEquals(200, page.status());
        assertEquals(BODY, page.body());
        assertEquals("public, max-age=120", page.header("cache-control"));
        assertEquals(null, page.header("age"));
        assertEquals(null, page.header("cache-status"));
        policy = new CachePolicy(Duration.ZERO, clock);
        assertEquals("no-cache", client.get("/").header("cache-control"));
    }

    @Test
    void whoHasItIsToldSoAndSentNothing() throws IOException {
        String tag = client.get("/").header("etag");
        assertNotNull(tag);
        for (String held : new String[] {tag, "W/" + tag, "\"other\", " + tag, "*"}) {
            RawClient.Page page = client.get("/", "if-none-match: " + held);
            assertEquals(304, page.status(), held);
            assertEquals("", page.body());
            assertEquals(tag, page.header("etag"));
            assertEquals("public, max-age=120", page.header("cache-control"));
            assertEquals(null, page.header("content-type"));
        }
        assertEquals(
                304,
                client.get("/", "if-none-match: \"other\"", "if-none-match: " + tag)
                        .status());
        RawClient.Page other = client.get("/", "if-none-match: \"other\"");
        assertEquals(200, other.status());
        assertEquals(BODY, other.body());
    }

    @Test
    void aStaleReadingIsToldAndKeptByNobody() throws IOException {
        stale = true;
        clock.advance(Duration.ofMillis(95_900));
        RawClient.Page page = client.get("/");
        assertEquals(200, page.status());
        assertEquals(BODY, page.body());
        assertEquals("95", page.header("age"));
        assertEquals(TOLD_STALE, page.header("cache-status"));
        assertEquals("no-cache", page.header("cache-control"));
        RawClient.Page same = client.get("/", "if-none-match: " + page.header("etag"));
        assertEquals(304, same.status());
        assertEquals("95", same.header("age"));
        assertEquals(TOLD_STALE, same.header("cache-status"));
        assertEquals("no-cache", same.header("cache-control"));
    }

    @Test
    void whatWasLoadedByAClockThatIsAheadIsOfNoAge() throws IOException {
        stale = true;
        clock.advance(Duration.ofSeconds(-5));
        assertEquals("0", client.get("/").header("age"));
    }

    /** The bytes are shared by all who ask, so sending them must not use them up. */
    @Test
    void theSameBytesAreSentAgainAndAgain() throws IOException {
        for (int i = 0; i < 20; i++) {
            assertEquals(BODY, client.get("/").body());
        }
    }
}
