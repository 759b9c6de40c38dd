package io.nightmarket.bootstrap.program;

import io.nightmarket.domain.contract.Suite;
import io.nightmarket.testkit.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The packaged program in a process of its own, as somebody would start it, with its console read. */
final class Program implements AutoCloseable {
    private static final Pattern OPEN = Pattern.compile("Night Market is open: http://127\\.0\\.0\\.1:(\\d+).*");
    private static final Pattern CODE = Pattern.compile("\\S+ INFO  ConsoleSms - SMS code for (\\d{11}): (\\d{6})");

    /** The compiler that is quick to compile, alone; and, in the full suite, the one that optimises too. */
    private static final int FIRST_TIER = 1;

    private static final int ALL_TIERS = Suite.pick(FIRST_TIER, 4);

    private static final Duration START_DEADLINE = Duration.ofMinutes(3);

    /** Applies to a program that may have to start first. */
    private static final Duration END_DEADLINE = Duration.ofMinutes(3);

    /** A busy machine is not what is tested. */
    static final Map<String, String> PATIENCE = Map.of(
            "NIGHTMARKET_REDIS_TIMEOUT", "20s",
            "NIGHTMARKET_MYSQL_TIMEOUT", "20s",
            "NIGHTMARKET_CACHE_HARD_TIMEOUT", "60s");

    private final Process process;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final Map<String, CompletableFuture<String>> codes = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> console = new ConcurrentLinkedQueue<>();
    private final Thread reader;

    private Program(Process process) {
        this.process = process;
        this.reader = Thread.ofVirtual().start(this::read);
    }

    /** Starts it with a free port, and with patience unless the environment says otherwise; does not wait. */
    static Program start(Map<String, String> environment, String... options) {
        return start(java(ALL_TIERS), Path.of("."), environment, options);
    }

    /**
     * As {@link #start(Map, String...)}, in half the processor time, for tests that start the program often and put
     * little load on it.
     */
    static Program startQuickly(Map<String, String> environment, String... options) {
        return start(java(FIRST_TIER), Path.of("."), environment, options);
    }

    /** Runs another command than {@code run}; does not wait. */
    static Program command(Map<String, String> environment, String... arguments) {
        List<String> command = java(FIRST_TIER);
        command.addAll(List.of(arguments));
        return launch(command, Path.of("."), environment);
    }

    /** Runs another command of the distribution that was unpacked there, as {@link #startUnpacked} runs a node. */
    static Program commandUnpacked(Path home, Path elsewhere, Map<String, String> environment, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/nightmarket").toString()));
        command.addAll(List.of(arguments));
        return launch(command, elsewhere, environment);
    }

    /** What a shell runs in place of the script {@code nightmarket}. */
    static String shellCommand() {
        return java(FIRST_TIER).stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }

    /** Starts it on this data, and has the JVM write at its end what it learned. */
    static Program startTraining(Path aotCache, Path data) {
        return start(
                java(FIRST_TIER, List.of("-XX:AOTCacheOutput=" + aotCache)),
                Path.of("."),
                Map.of(),
                "--data",
                data.toString());
    }

    private static List<String> java(int tier) {
        return java(tier, AotCache.option());
    }

    private static List<String> java(int tier, List<String> aotOption) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=" + tier,
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dnightmarket.home=" + Path.of("..").toAbsolutePath().normalize(),
                "-Dlogback.configurationFile="
                        + Path.of("..", "conf", "logback.xml").toAbsolutePath().normalize(),
                "-cp",
                AotCache.LIBRARIES + "/*"));
        command.addAll(aotOption);
        command.add("io.nightmarket.bootstrap.Main");
        return command;
    }

    /** Starts the distribution that was unpacked there, from within another folder, with a free port. */
    static Program startUnpacked(Path home, Path elsewhere, Map<String, String> environment, String... options) {
        return start(List.of(home.resolve("bin/nightmarket").toString()), elsewhere, environment, options);
    }

    private static Program start(
            List<String> program, Path folder, Map<String, String> environment, String... options) {
        List<String> command = new ArrayList<>(program);
        command.add("run");
        command.addAll(List.of(options));
        if (!command.contains("--port")) {
            command.addAll(List.of("--port", "0"));
        }
        return launch(command, folder, environment);
    }

    private static Program launch(List<String> command, Path folder, Map<String, String> environment) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(PATIENCE);
        builder.environment().putAll(environment);
        try {
            return new Program(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it says that it is open, and answers its address. */
    String address() {
        try {
            return "http://127.0.0.1:" + port.get(START_DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            process.destroyForcibly();
            throw new AssertionError("the program did not open:\n" + output(), e);
        }
    }

    /** The code that the console shows for this phone, now or soon. */
    CompletableFuture<String> codeOf(String phone) {
        return codes.computeIfAbsent(phone, _ -> new CompletableFuture<>());
    }

    /** Before a new code is asked for. */
    void forgetCode(String phone) {
        codes.remove(phone);
    }

    /** kill -9. */
    void kill() {
        var _ = process.toHandle().destroyForcibly();
        int _ = process.onExit().join().exitValue();
    }

    /** SIGTERM, by the handle, for the process itself would close the console before its last lines; answers the code. */
    int terminate() throws InterruptedException {
        var _ = process.toHandle().destroy();
        return exitCode();
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(END_DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the program did not end:\n" + output());
        }
        reader.join();
        return process.exitValue();
    }

    String output() {
        return String.join("\n", console);
    }

    /** Processes whose command line names the folder, this one aside. */
    static List<String> processesOn(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(folder.toString()))
                .toList();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            var _ = process.toHandle().destroy();
            Eventually.holds("the program ended", () -> !process.isAlive());
        }
    }

    private void read() {
        try (InputStream out = process.getInputStream();
                BufferedReader lines = new BufferedReader(new InputStreamReader(out, StandardCharsets.UTF_8))) {
            lines.lines().forEach(this::take);
        } catch (IOException | UncheckedIOException e) {
            console.add("(console lost: " + e.getMessage() + ")");
        }
        port.completeExceptionally(new IllegalStateException("it ended"));
    }

    private void take(String line) {
        console.add(line);
        Matcher open = OPEN.matcher(line);
        if (open.matches()) {
            port.complete(Integer.parseInt(open.group(1)));
        }
        Matcher code = CODE.matcher(line);
        if (code.matches()) {
            codes.computeIfAbsent(code.group(1), _ -> new CompletableFuture<>()).complete(code.group(2));
        }
    }
}
