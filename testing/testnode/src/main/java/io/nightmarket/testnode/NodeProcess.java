package io.nightmarket.testnode;

import io.nightmarket.domain.shop.ShopId;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The process of the node under test, and the commands it takes. */
public final class NodeProcess implements AutoCloseable {
    /** The sales' shop, which must exist. */
    public static final ShopId SHOP = new ShopId(1);

    private static final int STOP_SECONDS = 30;
    private static final int LOG_TAIL = 20;

    private final Process process;
    private final PrintWriter orders;
    private final BufferedReader replies;
    private final Path log;
    private final MemoryWatch memory;
    private int port;

    private NodeProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.orders = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.replies = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.memory = new MemoryWatch(process.pid());
    }

    /**
     * Starts the node and waits until it is open.
     *
     * @param folder where its log and its own files go
     * @param flags the flags of its JVM
     */
    public static NodeProcess start(Path folder, List<String> flags, Map<String, String> settings) throws IOException {
        return start(folder, flags, settings, Handicap.NONE);
    }

    /** As {@link #start(Path, List, Map)}, with what is to be wrong with the node. */
    public static NodeProcess start(Path folder, List<String> flags, Map<String, String> settings, Handicap handicap)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        String logback = System.getProperty("logback.configurationFile");
        if (logback != null) {
            command.add("-Dlogback.configurationFile=" + logback);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), NodeMain.class.getName()));
        Path log = log(folder);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        NodeProcess node = new NodeProcess(process, log);
        try {
            node.port = Integer.parseInt(node.tell(new JsonObject()
                    .put(NodeMain.SETTINGS, new JsonObject(Map.copyOf(settings)))
                    .put(NodeMain.HANDICAP, handicap.toJson())
                    .encode()));
            return node;
        } catch (IOException | RuntimeException e) {
            node.close();
            throw e;
        }
    }

    /** What all nodes on this folder logged, one after the other. */
    public static Path log(Path folder) {
        return folder.resolve("node.log");
    }

    public int port() {
        return port;
    }

    /** For signals. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Samples of its resident memory. */
    public MemoryWatch memory() {
        return memory;
    }

    /** Makes a sale that has begun; answers its voucher. */
    public long openSale(long stock) throws IOException {
        return Long.parseLong(tell("open " + stock));
    }

    /** From here on accepted orders wait. */
    public void holdWriters() throws IOException {
        var _ = tell("hold");
    }

    public void releaseWriters() throws IOException {
        var _ = tell("release");
    }

    /** Bytes of its heap in use after a collection. */
    public long heap() throws IOException {
        return Long.parseLong(tell("heap"));
    }

    /** What its process used. */
    public Usage usage() throws IOException {
        return Usage.of(tell("usage"));
    }

    /** Begins a profile. */
    public void record() throws IOException {
        var _ = tell("record");
    }

    /** Ends the profile, and writes it to this file. */
    public void writeProfile(Path file) throws IOException {
        var _ = tell("profile " + file.toAbsolutePath());
    }

    private String tell(String order) throws IOException {
        orders.println(order);
        String reply = reply();
        if (reply.startsWith(NodeMain.DONE)) {
            return reply.substring(NodeMain.DONE.length()).strip();
        }
        throw new IOException("the node under test: " + reply);
    }

    /** The JVM itself may have something to say there, too. */
    private String reply() throws IOException {
        String line = replies.readLine();
        while (line != null && !line.startsWith(NodeMain.DONE) && !line.startsWith(NodeMain.FAILED)) {
            line = replies.readLine();
        }
        return line == null ? "it ended\n" + tail() : line;
    }

    private String tail() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL), lines.size()));
    }

    @Override
    public void close() {
        memory.close();
        orders.close();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                boolean _ = process.destroyForcibly().waitFor(STOP_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
