package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server of a data folder. It outlives the JVM that started it, and is found again by its recorded process. All calls
 * block; that one process at a time starts or stops it is the caller's to see to.
 */
public final class EmbeddedServer {
    private static final Logger log = LoggerFactory.getLogger(EmbeddedServer.class);
    private static final Duration START = Duration.ofSeconds(60);
    private static final int PORT_TRIES = 3;

    private final ServerKind kind;
    private final ServerProcess process;
    private final LoopbackPort ports;
    private volatile int port;

    EmbeddedServer(ServerKind kind, ServerProcess process, LoopbackPort ports) {
        this.kind = kind;
        this.process = process;
        this.ports = ports;
    }

    /**
     * A Redis.
     *
     * @param password for clients; empty for a random one, which is kept in the data folder
     * @param options added to its command line, where they win over the configuration
     */
    public static EmbeddedServer redis(Path dataDir, String password, String... options) throws IOException {
        return ServerDirectory.of(dataDir).redis(password, List.of(options));
    }

    /**
     * A MariaDB.
     *
     * @param options added to its command line, where the last one wins
     */
    public static EmbeddedServer mariaDb(Path dataDir, String... options) throws IOException {
        return ServerDirectory.of(dataDir).mariaDb(List.of(options));
    }

    /** Starts it unless it runs, on the port that it had before if that is free, and returns when it answers. */
    public void start() throws IOException {
        for (int attempt = 1; process().isEmpty(); attempt++) {
            long begun = System.nanoTime();
            int free = ports.free();
            kind.prepare(free);
            Process started = process.launch(kind.command(free));
            boolean answers = PollUntil.until(() -> !started.isAlive() || kind.answers(free), START);
            if (answers && started.isAlive()) {
                long millis = Duration.ofNanos(System.nanoTime() - begun).toMillis();
                log.info("{} started in {} ms: process {}, port {}", kind.name(), millis, started.pid(), free);
                break;
            }
            String what =
                    answers ? "ended while it was starting (exit code " + started.exitValue() + ")" : "did not answer";
            process.stop(kind.name());
            // Another process may have taken the port between the look and the start.
            if (attempt == PORT_TRIES || LoopbackPort.isFree(free)) {
                throw new EmbeddedServerException(
                        "%s %s; its log is %s.".formatted(kind.name(), what, process.logFile()));
            }
        }
        port = ports.recorded().orElseThrow(() -> new IOException("the port of " + kind.name() + " is not on record"));
        // One that another node started may hang.
        if (!PollUntil.until(() -> kind.answers(port), START)) {
            throw new EmbeddedServerException(
                    "%s does not answer; its log is %s.".formatted(kind.name(), process.logFile()));
        }
    }

    /** Stops it, if it runs: gently, and by force when that takes too long. */
    public void stop() throws IOException {
        if (process().isPresent()) {
            process.stop(kind.name());
            log.info("{} stopped", kind.name());
        }
    }

    /** The process, when it runs. */
    public Optional<ProcessHandle> process() throws IOException {
        return process.find();
    }

    /** The folder that the server keeps its data in. */
    public Path data() {
        return kind.data();
    }

    /** The port that it was started on. */
    public int port() {
        return port;
    }

    public String uri() {
        return kind.uri(port);
    }
}
