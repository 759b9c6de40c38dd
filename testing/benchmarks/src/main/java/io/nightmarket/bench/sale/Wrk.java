package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding.Reading;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Runs wrk, the load generator, and reads what it measured. */
final class Wrk {
    private static final int THREADS = 2;

    /** A machine that stalls for a moment is slow, not broken. */
    private static final String TIMEOUT = "20s";

    private final Path script;
    private final Path tokens;
    private final Path paths;
    private final int connections;

    /**
     * What a run measured; times in milliseconds.
     *
     * @param socketErrors empty when there were none; an answer that takes longer than {@link #TIMEOUT} is one, and in no
     *     percentile
     */
    record Measurement(long requests, double seconds, double p50, double p99, long bad, String socketErrors) {
        double rate() {
            return requests / seconds;
        }

        /** Answers of status 2xx. */
        long good() {
            return requests - bad;
        }

        /** Such answers a second. */
        double goodRate() {
            return good() / seconds;
        }

        Reading reading(double beside) {
            return new Reading(goodRate(), beside, p50, p99);
        }
    }

    /** The order in which users and paths take turns. */
    enum Turns {
        /** All users for the first path, then all for the next. */
        ALL,
        /** For each path the next user. */
        ONE
    }

    /**
     * What is hit.
     *
     * @param accept the type of content accepted: it decides whether refusals bear a status of their own
     * @param newConnections whether each request ends its connection
     * @param paths one after the other, and then again; in turns of one, two at least, for threads share them
     */
    record Target(String method, String accept, List<String> paths, Turns turns, boolean newConnections) {
        /** A constant on the node's own router. */
        static final String BARE = "/bare";

        private static final String ANYTHING = "*/*";
        private static final String PROBLEMS = "application/json, application/problem+json";

        Target {
            paths = List.copyOf(paths);
        }

        static Target get(String path) {
            return new Target("GET", ANYTHING, List.of(path), Turns.ALL, false);
        }

        /** Each path once, by another user. */
        static Target getEach(List<String> paths) {
            return new Target("GET", ANYTHING, paths, Turns.ONE, false);
        }

        static Target post(String path) {
            return new Target("POST", ANYTHING, List.of(path), Turns.ALL, false);
        }

        /** Refusals count as bad answers. */
        static Target postCounted(List<String> paths) {
            return new Target("POST", PROBLEMS, paths, Turns.ALL, false);
        }

        /** Another path, as often, by the same method and headers. */
        Target at(String path) {
            List<String> there = turns == Turns.ALL ? List.of(path) : Collections.nCopies(paths.size(), path);
            return new Target(method, accept, there, turns, newConnections);
        }

        /** This target, with a new connection for each request. */
        Target byNewConnections() {
            return new Target(method, accept, paths, turns, true);
        }
    }

    Wrk(Path folder, Path tokens, int connections) throws IOException {
        this.script = folder.resolve("requests.lua");
        this.tokens = tokens;
        this.paths = folder.resolve("paths");
        this.connections = connections;
        try (InputStream source = Objects.requireNonNull(Wrk.class.getResourceAsStream("/bench/requests.lua"))) {
            Files.write(script, source.readAllBytes());
        }
    }

    /** Whether there is one on the PATH. */
    static boolean isInstalled() {
        try {
            Process process = new ProcessBuilder("wrk", "-v")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var _ = process.onExit().join();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Hits a route during these seconds, each request as another user than the last. */
    Measurement hit(int port, Target target, int seconds) throws IOException {
        // Too many for a command line.
        var _ = Files.write(paths, target.paths());
        List<String> command = List.of(
                "wrk",
                "-t" + THREADS,
                "-c" + Math.max(THREADS, connections),
                "-d" + seconds + "s",
                "--timeout",
                TIMEOUT,
                "--latency",
                "-s",
                script.toString(),
                "http://127.0.0.1:" + port,
                "--",
                tokens.toString(),
                target.method(),
                target.accept(),
                paths.toString(),
                target.turns().name().toLowerCase(Locale.ROOT),
                target.newConnections() ? "close" : "keep-alive");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("WRK_THREADS", Integer.toString(THREADS));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException("wrk failed: " + output);
        }
        return parse(output);
    }

    /** The script's last line; what wrk prints itself stands before it. */
    static Measurement parse(String output) throws IOException {
        int begin = output.lastIndexOf('{');
        try {
            return new JsonObject(output.substring(Math.max(0, begin))).mapTo(Measurement.class);
        } catch (DecodeException | IllegalArgumentException e) {
            throw new IOException("wrk said something unknown: " + output, e);
        }
    }
}
