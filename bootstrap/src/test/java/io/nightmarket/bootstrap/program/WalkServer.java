package io.nightmarket.bootstrap.program;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Gives a page in a browser the login codes on the program's console, and takes the page's report. */
final class WalkServer implements AutoCloseable {
    private static final int CODE_SECONDS = 10;

    private final Program program;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CompletableFuture<String> report = new CompletableFuture<>();

    WalkServer(Program program) throws IOException {
        this.program = program;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/code/", this::giveCode);
        server.createContext("/report", this::takeReport);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** A line for each step of the walk, once it is at its end. */
    CompletableFuture<String> report() {
        return report;
    }

    private void giveCode(HttpExchange exchange) throws IOException {
        String phone = exchange.getRequestURI().getPath().substring("/code/".length());
        String code = program.codeOf(phone)
                .completeOnTimeout("", CODE_SECONDS, TimeUnit.SECONDS)
                .join();
        answer(exchange, code);
    }

    private void takeReport(HttpExchange exchange) throws IOException {
        report.complete(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        answer(exchange, "thanks");
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Access-Control-Allow-Origin", "*");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
