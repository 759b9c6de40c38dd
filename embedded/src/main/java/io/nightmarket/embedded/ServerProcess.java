package io.nightmarket.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process of one server: it outlives the node that started it and is found again by its recorded id. */
final class ServerProcess {

    private static final Logger log = LoggerFactory.getLogger(ServerProcess.class);
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final Duration KILL = Duration.ofSeconds(5);
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    /** Records its own id before it becomes the server, so that no killed node can leave a server off the record. */
    private static final String RECORD_AND_BECOME = "echo $$ > \"$1\" && shift && exec \"$@\"";

    private final Path directory;
    private final Path pidFile;
    private final Path logFile;
    private final Path binaries;
    private volatile @Nullable ProcessHandle launched;

    /** @param binaries the folder whose programs are ours: another process that got a recorded id is never touched */
    ServerProcess(Path directory, String file, Path binaries) {
        this.directory = directory;
        this.pidFile = directory.resolve(file + ".pid");
        this.logFile = directory.resolve(file + ".log");
        this.binaries = binaries;
    }

    Path logFile() {
        return logFile;
    }

    /** The process launched here, or else the recorded one, when it runs one of our programs. */
    Optional<ProcessHandle> find() throws IOException {
        Optional<ProcessHandle> own = Optional.ofNullable(launched).filter(this::isOurs);
        return own.isPresent() ? own : recorded().filter(this::isOurs);
    }

    private Optional<ProcessHandle> recorded() throws IOException {
        if (!Files.exists(pidFile)) {
            return Optional.empty();
        }
        try {
            return ProcessHandle.of(Long.parseLong(Files.readString(pidFile).strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A zombie counts as dead: it has no command any more. */
    private boolean isOurs(ProcessHandle process) {
        return process.isAlive()
                && process.info()
                        .command()
                        .filter(command -> Path.of(command).startsWith(binaries))
                        .isPresent();
    }

    /** Starts the server in a session of its own: neither Ctrl-C nor the end of the node reaches it. */
    Process launch(List<String> command) throws IOException {
        Files.deleteIfExists(pidFile);
        List<String> whole = new ArrayList<>();
        SETSID.stream().filter(Files::isExecutable).limit(1).map(Path::toString).forEach(whole::add);
        whole.addAll(List.of("/bin/sh", "-c", RECORD_AND_BECOME, "sh", pidFile.toString()));
        whole.addAll(command);
        Process process = Binaries.start(new ProcessBuilder(whole)
                .directory(directory.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile.toFile())));
        launched = process.toHandle();
        return process;
    }

    /** Stops the process gently, and by force when that takes too long. */
    void stop(String name) throws IOException {
        Optional<ProcessHandle> running = find();
        if (running.isPresent()) {
            ProcessHandle process = running.get();
            process.destroy();
            if (!PollUntil.until(() -> !isOurs(process), GRACE)) {
                log.warn("{} (process {}) did not stop in {} s and is killed", name, process.pid(), GRACE.toSeconds());
                process.destroyForcibly();
                if (!PollUntil.until(() -> !isOurs(process), KILL)) {
                    log.error("{} (process {}) can't be killed", name, process.pid());
                }
            }
        }
        Files.deleteIfExists(pidFile);
    }
}
