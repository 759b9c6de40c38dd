package io.nightmarket.testkit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Single requests to a node on this machine. */
public final class HttpCalls {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private HttpCalls() {}

    /** The body of the answer. */
    public static String get(int port, String path) throws IOException {
        return send(request(port, path)).body();
    }

    /** The body of the answer to this user. */
    public static String get(int port, String path, String token) throws IOException {
        return send(request(port, path).header("authorization", token)).body();
    }

    public static int status(int port, String path, Duration timeout) throws IOException {
        return send(request(port, path).timeout(timeout)).statusCode();
    }

    /** The body of the answer. */
    public static String post(int port, String path, String token, Duration timeout) throws IOException {
        return send(request(port, path)
                        .timeout(timeout)
                        .header("authorization", token)
                        .POST(HttpRequest.BodyPublishers.noBody()))
                .body();
    }

    /** Posts JSON. */
    public static HttpResponse<String> post(int port, String path, String token, String json, Duration timeout)
            throws IOException {
        return send(request(port, path)
                .timeout(timeout)
                .header("authorization", token)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private static HttpRequest.Builder request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(TIMEOUT);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
