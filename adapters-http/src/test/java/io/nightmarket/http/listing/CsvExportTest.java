package io.nightmarket.http.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.listing.ListRows.Page;
import io.nightmarket.domain.listing.ListRows.Place;
import io.nightmarket.domain.listing.ListRows.Row;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A list of a million rows, sent to clients that read it, slowly or not at all. */
final class CsvExportTest {
    private static final int PAGES = 2_000;
    private static final int ROWS = 500;
    private static final String LINE = "662373112750247937,4542377217744961490,7,138****0007,1,2\r\n";
    private static final String HEAD = "head\r\n";

    /** What fits into the buffers of two sockets on any machine, and much less than all. */
    private static final int BUFFERED_PAGES = PAGES / 2;

    private static final Duration STILL = Duration.ofSeconds(1);

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = vertx.createHttpClient();
    private final AtomicInteger read = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();
    private int failsAt = PAGES;

    @AfterEach
    void close() throws TimeoutException {
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) throws TimeoutException {
        return future.await(60, TimeUnit.SECONDS);
    }

    private CompletionStage<Page> page(Optional<Place> after) {
        int number = after.map(place -> (int) place.first()).orElse(0) + 1;
        read.set(number);
        if (number > failsAt) {
            return CompletableFuture.failedStage(new Unavailable("no MySQL"));
        }
        List<Row> rows = Collections.nCopies(ROWS, new Row(List.of(1L)));
        return CompletableFuture.completedStage(
                new Page(rows, number == PAGES ? Optional.empty() : Optional.of(new Place(number, 1))));
    }

    /** Begins to ask for the list; the response is paused. */
    private HttpClientResponse ask(Duration timeout) throws TimeoutException {
        Router router = Router.router(vertx);
        var _ = router.get()
                .handler(ctx -> new CsvExport(
                                ctx, this::page, page -> LINE.repeat(page.rows().size()), timeout)
                        .begin(ctx, "orders.csv", HEAD, ends::incrementAndGet));
        HttpServer server =
                await(vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
        return await(client.request(HttpMethod.GET, server.actualPort(), "127.0.0.1", "/")
                .compose(request -> request.send().map(response -> {
                    var _ = response.pause();
                    return response;
                })));
    }

    private void awaitStandstill() {
        AtomicInteger last = new AtomicInteger(-1);
        AtomicLong since = new AtomicLong();
        Eventually.holds("no further page is read", () -> {
            int now = read.get();
            if (last.getAndSet(now) != now) {
                since.set(System.nanoTime());
            }
            return System.nanoTime() - since.get() > STILL.toNanos();
        });
    }

    @Test
    void aSlowReaderHoldsBackWhatIsReadAndGetsAMillionRows() throws TimeoutException {
        HttpClientResponse response = ask(Duration.ofMinutes(1));
        assertEquals("text/csv; charset=utf-8", response.getHeader("content-type"));
        assertEquals("attachment; filename=\"orders.csv\"", response.getHeader("content-disposition"));
        awaitStandstill();
        assertTrue(read.get() < BUFFERED_PAGES, () -> read + " pages were read for a client that takes none");
        assertEquals(0, ends.get());

        AtomicLong bytes = new AtomicLong();
        var _ = response.handler(part -> bytes.addAndGet(part.length()));
        Future<Void> end = response.end();
        var _ = response.resume();

        await(end);
        assertEquals(HEAD.length() + (long) PAGES * ROWS * LINE.length(), bytes.get());
        Eventually.holds("it has ended", () -> ends.get() == 1);
    }

    @Test
    void aClientThatTakesNothingLosesItsConnection() throws TimeoutException {
        HttpClientResponse response = ask(Duration.ofMillis(200));
        awaitStandstill();
        Eventually.holds("it was cut", () -> ends.get() == 1);
        int pages = read.get();
        assertTrue(pages < BUFFERED_PAGES, () -> pages + " pages");
        assertTrue(isCut(response));
        assertEquals(1, ends.get());
        assertEquals(pages, read.get());
    }

    @Test
    void nothingIsReadForAClientThatHasGone() throws TimeoutException {
        HttpClientResponse response = ask(Duration.ofMinutes(1));
        awaitStandstill();
        int pages = read.get();
        await(response.request().connection().close());
        Eventually.holds("it has ended", () -> ends.get() == 1);
        awaitStandstill();
        assertEquals(pages, read.get());
        assertEquals(1, ends.get());
    }

    @Test
    void aListThatCannotBeReadToItsEndLooksBrokenOff() throws TimeoutException {
        failsAt = 3;
        HttpClientResponse response = ask(Duration.ofMinutes(1));
        assertTrue(isCut(response));
        Eventually.holds("it has ended", () -> ends.get() == 1);
        assertEquals(4, read.get());
    }

    private static boolean isCut(HttpClientResponse response) {
        CompletableFuture<Boolean> cut = new CompletableFuture<>();
        var _ = response.exceptionHandler(_ -> cut.complete(true));
        var _ = response.endHandler(_ -> cut.complete(false));
        var _ = response.handler(part -> assertFalse(part.length() == 0));
        var _ = response.resume();
        return cut.orTimeout(30, TimeUnit.SECONDS).join();
    }
}
