package io.nightmarket.bench.compare;

import io.nightmarket.bench.common.Servers;
import io.nightmarket.bench.compare.Comparison.Better;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.testkit.Waiting;
import io.nightmarket.testnode.OnLoop;
import io.vertx.redis.client.Redis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;

/** Measures this product's queues beside plainer ones, and verifies what each of them loses when its server is killed. */
@Command(
        name = "queues",
        description = "Measures queues of orders side by side, and what each loses after a kill -9.",
        mixinStandardHelpOptions = true)
public final class QueuesCommand extends SideBySide {
    private static final int UNUSED = 100_000;

    public QueuesCommand() {
        super("queues");
    }

    @Override
    void measure(Servers servers, Path folder) throws IOException {
        MySqlAdapters mysql = servers.mysql();
        Redis redis = servers.client();
        try {
            PlainQueues plain = new PlainQueues(redis);
            QueueCandidate list = plain.list();
            OnLoop loop = servers.connect(OnLoop.forBulk(servers.redisUri()));
            measure(
                    list,
                    List.of(
                            list,
                            plain.pubSub(),
                            plain.stream(),
                            OrderQueues.candidate(
                                    "Redis stream (ours)", "redis", loop.redis().queue()),
                            OrderQueues.candidate("MySQL tables (ours)", "mariadb", mysql.queue(1_000_000))),
                    new Crash(servers));
        } finally {
            redis.close();
            var _ = Waiting.await(mysql.close().thenApply(_ -> true));
        }
    }

    private void measure(QueueCandidate peer, List<QueueCandidate> candidates, Crash crash) throws IOException {
        Throughput throughput = new Throughput();
        var rates = alternately("orders", candidates, candidate -> throughput.round(candidate, length()));
        report.verify(throughput.total() > 0, "%,d orders, each consumed once and in order.", throughput.total());
        int queue = UNUSED;
        for (QueueCandidate candidate : candidates) {
            crash.verify(report, candidate, queue);
            queue += 2;
        }
        String name = "orders in groups of " + Throughput.GROUP + ", put in, consumed and acknowledged";
        compare(name, "per second", Better.HIGHER, peer, rates, Double::doubleValue);
    }
}
