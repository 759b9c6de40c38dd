package io.nightmarket.bootstrap.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A Redis for one test alone, which may kill it, put old files under it and start it again on the same port. */
public final class OwnRedis implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Path AOF = Path.of("redis", "appendonly.aof");

    private final Path folder;
    private final RedisServer server;
    private final int port;
    private Process process;

    private OwnRedis(Path folder, RedisServer server, int port) throws IOException {
        this.folder = folder;
        this.server = server;
        this.port = port;
        server.prepare(port);
        this.process = launch();
    }

    /** Runs on an empty folder; returns when it answers. */
    public static OwnRedis start(Path folder) {
        try {
            RedisServer server = ServerDirectory.of(folder).redis(Platform.current());
            return new OwnRedis(folder, server, new LoopbackPort(folder.resolve("port")).free());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String uri() {
        return server.uri(port);
    }

    public int port() {
        return port;
    }

    public void kill() {
        try {
            if (!process.destroyForcibly().waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("Redis would not die");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public void startAgain() {
        try {
            process = launch();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is on its disk now: all that was answered. */
    public byte[] disk() throws IOException {
        return Files.readAllBytes(file());
    }

    /** Puts back what was on the disk before; not while it runs. */
    public void restore(byte[] disk) throws IOException {
        Files.write(file(), disk);
    }

    private Path file() throws IOException {
        return folder.toRealPath().resolve(AOF);
    }

    private Process launch() throws IOException {
        File log = folder.resolve("log").toFile();
        Process started = new ProcessBuilder(server.command(port))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!server.answers(port)) {
            if (!started.isAlive() || System.nanoTime() > deadline) {
                var _ = started.destroyForcibly();
                throw new IOException("Redis does not answer: " + Files.readString(log.toPath()));
            }
            Thread.onSpinWait();
        }
        return started;
    }

    @Override
    public void close() {
        kill();
    }
}
