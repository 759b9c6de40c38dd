package io.nightmarket.bench.sale;

import io.nightmarket.testkit.MetricsPage;
import io.nightmarket.testnode.NodeProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A cluster of nodes of its own beside the node under test. They count what they ask MySQL, which costs a node that is
 * timed too much.
 */
final class StormNodes implements AutoCloseable {
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final List<Integer> pages = new ArrayList<>();

    private StormNodes() {}

    static StormNodes start(int count, Path folder, List<String> flags, Map<String, String> settings)
            throws IOException {
        StormNodes made = new StormNodes();
        try {
            for (int i = 0; i < count; i++) {
                made.add(Files.createDirectories(folder.resolve("storm-" + i)), flags, new HashMap<>(settings));
            }
            return made;
        } catch (IOException | RuntimeException e) {
            made.close();
            throw e;
        }
    }

    private void add(Path folder, List<String> flags, Map<String, String> settings) throws IOException {
        int page = freePort();
        settings.put("metrics.port", Integer.toString(page));
        settings.put("cluster.enabled", "true");
        settings.put("cluster.name", "bench-" + ProcessHandle.current().pid());
        nodes.add(NodeProcess.start(folder, flags, settings));
        pages.add(page);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    List<Integer> ports() {
        return nodes.stream().map(NodeProcess::port).toList();
    }

    /** How often a cache of these nodes asked MySQL, by their own count. */
    long loads(String cache) throws IOException {
        long sum = 0;
        for (int page : pages) {
            sum += new MetricsPage(Asking.get(page, "/metrics")).loads(cache);
        }
        return sum;
    }

    @Override
    public void close() {
        nodes.forEach(NodeProcess::close);
    }
}
