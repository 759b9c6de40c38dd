package io.nightmarket.bench.sale;

import io.nightmarket.testkit.FreePort;
import io.nightmarket.testkit.HttpCalls;
import io.nightmarket.testkit.MetricsPage;
import io.nightmarket.testnode.NodeProcess;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** A node whose metrics can be read. */
record ObservedNode(NodeProcess node, int metrics) implements AutoCloseable {
    static ObservedNode start(Bench bench, String name, Map<String, String> more) throws IOException {
        int port = FreePort.any();
        Map<String, String> settings = new HashMap<>(more);
        settings.put("metrics.port", Integer.toString(port));
        return new ObservedNode(bench.stage.startNode(name, settings), port);
    }

    /** The sum of the samples of this name with all of these labels, each written {@code name="value"}. */
    double metric(String name, String... labels) throws IOException {
        return new MetricsPage(HttpCalls.get(metrics, "/metrics")).total(name, labels);
    }

    @Override
    public void close() {
        node.close();
    }
}
