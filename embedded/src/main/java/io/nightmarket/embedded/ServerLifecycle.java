package io.nightmarket.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adopts, starts and stops one server. All but {@link #process} and {@link #runs} must be called under the {@link DirectoryLock}. */
final class ServerLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ServerLifecycle.class);
    private static final Duration START = Duration.ofSeconds(60);
    private static final int PORT_TRIES = 3;

    private final ServerKind kind;
    private final ServerProcess process;
    private final LoopbackPort ports;

    ServerLifecycle(ServerKind kind, ServerProcess process, LoopbackPort ports) {
        this.kind = kind;
        this.process = process;
        this.ports = ports;
    }

    String name() {
        return kind.name();
    }

    Optional<ProcessHandle> process() throws IOException {
        return process.find();
    }

    boolean runs() throws IOException {
        return process().isPresent();
    }

    /** The port of the running server: of a survivor when there is one, else of one that is started now. */
    int ensureRunning() throws IOException {
        OptionalInt recorded = ports.recorded();
        if (recorded.isPresent() && adopt(recorded.getAsInt())) {
            return recorded.getAsInt();
        }
        for (int attempt = 1; ; attempt++) {
            int port = ports.free();
            try {
                launch(port);
                return port;
            } catch (EmbeddedServerException e) {
                // Another process took the port between the look and the start.
                if (attempt == PORT_TRIES || LoopbackPort.isFree(port)) {
                    throw e;
                }
            }
        }
    }

    /** Brings a dead server back where its clients expect it; nothing happens when another node did so already. */
    void restart() throws IOException {
        int port = ports.recorded().orElseThrow(() -> new IOException("the port of " + name() + " is not on record"));
        if (!adopt(port)) {
            launch(port);
        }
    }

    void stop() throws IOException {
        if (runs()) {
            process.stop(name());
            log.info("{} stopped", name());
        }
    }

    private boolean adopt(int port) throws IOException {
        Optional<ProcessHandle> survivor = process.find();
        if (survivor.isEmpty()) {
            return false;
        }
        if (awaitAnswer(port)) {
            log.info(
                    "{} runs already: process {}, port {}",
                    name(),
                    survivor.get().pid(),
                    port);
            return true;
        }
        log.warn(
                "{} (process {}) does not answer and is replaced",
                name(),
                survivor.get().pid());
        process.stop(name());
        return false;
    }

    private void launch(int port) throws IOException {
        long start = System.nanoTime();
        kind.prepare(port);
        Process started = process.launch(kind.command(port));
        // Dead before the shell recorded its id, or the server died: either way the handle knows.
        if (!PollUntil.until(() -> !started.isAlive() || kind.answers(port), START) || !started.isAlive()) {
            boolean died = !started.isAlive();
            process.stop(name());
            throw new EmbeddedServerException("%s %s; its log is %s."
                    .formatted(
                            name(),
                            died
                                    ? "ended while it was starting (exit code " + started.exitValue() + ")"
                                    : "did not answer within " + START.toSeconds() + " s",
                            process.logFile()));
        }
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        log.info("{} started in {} ms: process {}, port {}", name(), millis, started.pid(), port);
    }

    private boolean awaitAnswer(int port) throws IOException {
        return PollUntil.until(() -> !runs() || kind.answers(port), START) && runs();
    }
}
