package io.nightmarket.bootstrap.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server for one test alone, which may kill it, halt it, and start it again on the same port. */
public abstract sealed class OwnServer implements AutoCloseable permits OwnMariaDb, OwnRedis {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ServerKind kind;
    private final Path log;
    private final int port;
    private final List<String> command;
    private Process process;

    /** @param options added to its command line */
    OwnServer(Path folder, ServerKind kind, List<String> options) throws IOException {
        this.kind = kind;
        this.log = folder.resolve("log");
        this.port = new LoopbackPort(folder.resolve("port")).free();
        kind.prepare(port);
        this.command = new ArrayList<>(kind.command(port));
        command.addAll(options);
        this.process = launch();
    }

    public final int port() {
        return port;
    }

    public final void kill() {
        try {
            if (!process.destroyForcibly().waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError(kind.name() + " would not die");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** It keeps its connections, and answers nothing. */
    public final void halt() {
        signal("-STOP");
    }

    public final void goOn() {
        signal("-CONT");
    }

    private void signal(String signal) {
        try {
            int code = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new AssertionError(kind.name() + " took no signal");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public final void startAgain() {
        try {
            process = launch();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process launch() throws IOException {
        File file = log.toFile();
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(file))
                .start();
        if (!Patience.until(() -> !started.isAlive() || kind.answers(port), PATIENCE) || !started.isAlive()) {
            var _ = started.destroyForcibly();
            throw new IOException(kind.name() + " does not answer: " + Files.readString(log));
        }
        return started;
    }

    @Override
    public final void close() {
        kill();
    }
}
