package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** One request to a node, for what it answers. */
final class Asking {
    private Asking() {}

    static String get(int port, String path) throws IOException {
        return send(to(port, path).GET());
    }

    static String post(int port, String path, String token) throws IOException {
        return send(to(port, path).header("authorization", token).POST(HttpRequest.BodyPublishers.noBody()));
    }

    private static HttpRequest.Builder to(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .version(HttpClient.Version.HTTP_1_1);
    }

    private static String send(HttpRequest.Builder request) throws IOException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return await(client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString()))
                    .body();
        }
    }
}
