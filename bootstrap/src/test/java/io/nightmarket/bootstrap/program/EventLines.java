package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** Reads a stream of server-sent events until it is closed. */
final class EventLines implements AutoCloseable {
    private final HttpClient http;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private EventLines(HttpClient http, Stream<String> stream) {
        this.http = http;
        Thread.ofVirtual().start(() -> read(stream));
    }

    private void read(Stream<String> stream) {
        try {
            stream.forEach(lines::add);
        } catch (UncheckedIOException e) {
            // It was closed.
        }
    }

    /** Opens a stream that goes on after this event; empty: that begins. */
    static EventLines of(Program node, String path, String token, String last)
            throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create(node.address() + path))
                .header("accept", "text/event-stream")
                .header("authorization", token)
                .header("Last-Event-ID", last)
                .build();
        HttpResponse<Stream<String>> response = http.send(request, BodyHandlers.ofLines());
        assertEquals(200, response.statusCode());
        return new EventLines(http, response.body());
    }

    void awaits(String... expected) {
        Eventually.holds(String.join(", ", expected), () -> lines.containsAll(List.of(expected)));
    }

    /** Waits until the last line with data is this one. */
    void awaitsNewest(Duration timeout, String data) {
        Eventually.holdsWithin(
                timeout,
                data,
                () -> lines.stream()
                        .filter(line -> line.startsWith("data: "))
                        .reduce((_, line) -> line)
                        .equals(Optional.of("data: " + data)));
    }

    List<String> events() {
        return lines.stream().filter(line -> line.startsWith("event: ")).toList();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
