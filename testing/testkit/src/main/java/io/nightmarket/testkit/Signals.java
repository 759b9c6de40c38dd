package io.nightmarket.testkit;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Signals to processes that a test started. */
public final class Signals {
    private static final Duration DEATH = Duration.ofSeconds(20);

    private Signals() {}

    /** kill -9; returns when it is dead. */
    public static void kill(ProcessHandle process) throws IOException {
        var _ = process.destroyForcibly();
        try {
            var _ = process.onExit().get(DEATH.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("process " + process.pid() + " would not die", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** It does nothing more, and dies of nothing but a kill. */
    public static void pause(ProcessHandle process) throws IOException {
        run("kill", "-STOP", Long.toString(process.pid()));
    }

    public static void goOn(ProcessHandle process) throws IOException {
        run("kill", "-CONT", Long.toString(process.pid()));
    }

    /** No file of the process can grow beyond this. */
    public static void limitFiles(ProcessHandle process, long bytes) throws IOException {
        run("prlimit", "--pid", Long.toString(process.pid()), "--fsize=" + bytes);
    }

    private static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + " failed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
