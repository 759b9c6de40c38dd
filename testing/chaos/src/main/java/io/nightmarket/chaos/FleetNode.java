package io.nightmarket.chaos;

import io.nightmarket.testkit.HttpCalls;
import io.nightmarket.testkit.MetricsPage;
import io.nightmarket.testkit.Signals;
import io.nightmarket.testkit.TcpProxy;
import io.nightmarket.testnode.Handicap;
import io.nightmarket.testnode.NodeProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One node with its own ways to the servers. It is started again on the port that it had. */
final class FleetNode implements AutoCloseable {
    private static final List<String> JAVA = List.of(
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xms128m", "-Xmx320m", "-XX:MaxDirectMemorySize=64m");
    static final String METRICS_PORT = "metrics.port";

    private static final int STARTS = 3;
    private static final int OK = 200;
    private static final Duration PROBE = Duration.ofSeconds(3);

    private final Path folder;
    private final Map<String, String> settings;
    private final TcpProxy redis;
    private final TcpProxy mysql;
    private volatile int port;
    private volatile Handicap handicap = Handicap.NONE;
    private volatile Map<String, String> extra = Map.of();
    private volatile @Nullable NodeProcess process;

    /**
     * Not started yet.
     *
     * @param settings but for its port and the addresses of its servers
     * @param port 0 for any that is free
     */
    FleetNode(Path folder, Map<String, String> settings, TcpProxy redis, TcpProxy mysql, int port) {
        this.folder = folder;
        this.settings = Map.copyOf(settings);
        this.redis = redis;
        this.mysql = mysql;
        this.port = port;
    }

    void start(Handicap with, Map<String, String> more) throws IOException {
        handicap = with;
        extra = Map.copyOf(more);
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(extra);
        all.put("port", Integer.toString(port));
        NodeProcess started = started(all);
        process = started;
        port = started.port();
    }

    /** A server that was just injected may be slow once more, at which a node gives its start up. */
    private NodeProcess started(Map<String, String> all) throws IOException {
        for (int left = STARTS - 1; left > 0; left--) {
            try {
                return NodeProcess.start(folder, JAVA, all, handicap);
            } catch (IOException e) {
                System.err.println("nightmarket: a node did not start and is started again: " + e.getMessage());
            }
        }
        return NodeProcess.start(folder, JAVA, all, handicap);
    }

    /** As it was before. */
    void startAgain() throws IOException {
        start(handicap, extra);
    }

    /** kill -9. */
    void kill() throws IOException {
        Signals.kill(process().handle());
        close();
    }

    void pause() throws IOException {
        Signals.pause(process().handle());
    }

    void goOn() throws IOException {
        Signals.goOn(process().handle());
    }

    int port() {
        return port;
    }

    Path log() {
        return NodeProcess.log(folder);
    }

    TcpProxy redis() {
        return redis;
    }

    TcpProxy mysql() {
        return mysql;
    }

    boolean isUp() {
        return process != null;
    }

    boolean runsWith(Handicap wanted, Map<String, String> more) {
        return handicap.equals(wanted) && extra.equals(more);
    }

    MetricsPage metrics() throws IOException {
        return new MetricsPage(HttpCalls.get(Integer.parseInt(settings.get(METRICS_PORT)), "/metrics"));
    }

    /** Whether it says so itself. */
    boolean isReady() throws IOException {
        return HttpCalls.status(port, "/health/ready", PROBE) == OK;
    }

    long openSale(long stock) throws IOException {
        return process().openSale(stock);
    }

    private NodeProcess process() {
        return Objects.requireNonNull(process, "not started");
    }

    /** Ends it, if it runs. */
    @Override
    public void close() throws IOException {
        NodeProcess ending = process;
        process = null;
        if (ending != null) {
            try {
                if (ending.handle().isAlive()) {
                    // One that is paused can't end.
                    Signals.goOn(ending.handle());
                }
            } finally {
                ending.close();
            }
        }
    }
}
