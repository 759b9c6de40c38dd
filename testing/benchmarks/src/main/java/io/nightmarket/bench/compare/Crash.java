package io.nightmarket.bench.compare;

import io.nightmarket.bench.common.Report;
import io.nightmarket.bench.common.Servers;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.OwnServer;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A consumer takes some orders, acknowledges none and asks no more; its server is killed with kill -9, and started
 * again on its files. Servers that were given are not killed.
 */
record Crash(Servers servers) {
    static final int ORDERS = 1_000;
    static final int TAKEN = 200;

    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    /**
     * What the next consumer lacks, and gets again, against what is known.
     *
     * @param queue not used yet, and so is the next one
     */
    void verify(Report report, QueueCandidate candidate, int queue) throws IOException {
        Set<Long> before = new HashSet<>();
        Eventually.await(candidate.name() + " works", TIMEOUT, () -> isUsable(candidate, queue + 1));
        QueueCandidate.Consumer consumer = candidate.consumers().of(queue);
        candidate.producer().put(queue, Throughput.numbered(0, ORDERS));
        gather(consumer, TAKEN, before);
        Optional<OwnServer> server = servers.embedded(candidate.server());
        server.ifPresent(OwnServer::kill);
        server.ifPresent(OwnServer::startAgain);
        Set<Long> after = Eventually.found("the next consumer of " + candidate.name(), TIMEOUT, () -> {
            Set<Long> gathered = new HashSet<>();
            gather(candidate.consumers().of(queue), 2 * ORDERS, gathered);
            return Optional.of(gathered);
        });
        int lacking = ORDERS - after.size();
        before.retainAll(after);
        report.verify(
                lacking == candidate.knownLoss(),
                "%s: %s with %,d orders, of which a consumer had taken %d: the next lacked %,d (known: %,d) and got %d"
                        + " again.",
                candidate.name(),
                server.isPresent() ? "kill -9 of the server" : "its consumer is gone",
                ORDERS,
                TAKEN,
                lacking,
                candidate.knownLoss(),
                before.size());
    }

    private static boolean isUsable(QueueCandidate candidate, int queue) throws IOException {
        var _ = candidate.consumers().of(queue);
        candidate.producer().put(queue, List.of(1L));
        return true;
    }

    private static void gather(QueueCandidate.Consumer consumer, int count, Set<Long> orders) throws IOException {
        List<Long> some = consumer.take(count);
        while (!some.isEmpty()) {
            orders.addAll(some);
            some = orders.size() < count ? consumer.take(count - orders.size()) : List.of();
        }
    }
}
