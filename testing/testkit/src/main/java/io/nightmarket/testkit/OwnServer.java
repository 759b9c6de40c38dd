package io.nightmarket.testkit;

import io.nightmarket.embedded.EmbeddedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A real Redis or MariaDB of one test's own, on a folder of its own, which the test may kill, pause and start again on
 * the same port. Its durability is that of the product's embedded servers.
 */
public final class OwnServer implements AutoCloseable {
    private final EmbeddedServer server;
    private boolean closed;

    private OwnServer(EmbeddedServer server) {
        this.server = server;
        // Tests that are broken off leave no server behind.
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        startAgain();
    }

    /** A running Redis. */
    public static OwnServer redis(Path folder) {
        return redis(folder, "");
    }

    /**
     * A running Redis with this password; with one of its own when it is empty.
     *
     * @param options added to its command line
     */
    public static OwnServer redis(Path folder, String password, String... options) {
        return made(() -> EmbeddedServer.redis(folder, password, options));
    }

    /**
     * A running MariaDB.
     *
     * @param options added to its command line
     */
    public static OwnServer mariaDb(Path folder, String... options) {
        return made(() -> EmbeddedServer.mariaDb(folder, options));
    }

    private interface Making {
        EmbeddedServer make() throws IOException;
    }

    private static OwnServer made(Making server) {
        try {
            return new OwnServer(server.make());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String uri() {
        return server.uri();
    }

    public int port() {
        return server.port();
    }

    /** The folder that the server keeps its data in. */
    public Path data() {
        return server.data();
    }

    /** The process, when it runs. */
    public ProcessHandle process() throws IOException {
        return server.process().orElseThrow(() -> new IOException("the server does not run"));
    }

    /** The append-only file of a Redis as it is on the disk now. */
    public byte[] appendOnlyFile() throws IOException {
        return Files.readAllBytes(data().resolve("appendonly.aof"));
    }

    /** Replaces the append-only file; not while the server runs. */
    public void restore(byte[] appendOnlyFile) throws IOException {
        Path _ = Files.write(data().resolve("appendonly.aof"), appendOnlyFile);
    }

    /** kill -9, when it runs; returns when the process is gone. */
    public void kill() {
        try {
            if (server.process().isPresent()) {
                signal(Signals::kill);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops the process with SIGSTOP: its connections stay open and get no answers. */
    public void pause() {
        signal(Signals::pause);
    }

    public void resume() {
        signal(Signals::goOn);
    }

    /** Starts it on its data and its port; returns when it answers. */
    public synchronized void startAgain() {
        if (closed) {
            throw new IllegalStateException("the server is closed");
        }
        try {
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Signal {
        void to(ProcessHandle process) throws IOException;
    }

    private void signal(Signal signal) {
        try {
            signal.to(process());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it: its data is of no further use, and a paused process could not stop by itself. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        kill();
    }
}
