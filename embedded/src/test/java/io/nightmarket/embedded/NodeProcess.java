package io.nightmarket.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@link NodeMain} seen from the test that started it. */
final class NodeProcess implements AutoCloseable {

    private static final long LIMIT_SECONDS = 60;

    private final Process process;
    private String redisUri = "";

    NodeProcess(Path dataDir) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        NodeMain.class.getName(),
                        dataDir.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    NodeProcess ready() throws IOException {
        BufferedReader output = process.inputReader(UTF_8);
        @Nullable String line = output.readLine();
        while (line != null && !line.startsWith(NodeMain.READY)) {
            line = output.readLine();
        }
        if (line == null) {
            throw new IOException("the node ended before it was ready");
        }
        redisUri = line.substring(NodeMain.READY.length()).strip();
        return this;
    }

    String redisUri() {
        return redisUri;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Lets the node end in good order. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        // What the node logs must be read, or a full pipe would hold it up.
        process.inputReader(UTF_8).lines().forEach(ignored -> {});
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
