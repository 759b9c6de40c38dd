package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.bench.sale.OpenLoad.Result;
import io.nightmarket.bench.sale.OpenLoad.Verdict;
import io.nightmarket.testkit.RedisPeek;
import io.nightmarket.testnode.Crowd;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What readers of order lists cost: a crowd that asks for one list that is not cached. */
final class ReaderScenarios {
    private static final int READERS = 1_000;
    private static final int LISTS = 10;
    private static final int MAX_ASKS = 4;
    private static final int UNAVAILABLE = 503;
    private static final int CONNECTIONS = 500;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private ReaderScenarios() {}

    /** The list of one buyer after the other, in no cache: asked for by all at once, at two nodes. */
    static void coldList(Bench bench) throws IOException, SQLException {
        OrderScenarios.give(bench);
        List<String> tokens = Files.readAllLines(bench.stage.tokens);
        int lists = Math.min(LISTS, tokens.size());
        try (ObservedNode one = ObservedNode.start(bench, "reader-1", Map.of());
                ObservedNode two = ObservedNode.start(bench, "reader-2", Map.of())) {
            bench.step(String.format(Locale.ROOT, "%,d readers of a cold list, %d times", READERS, lists));
            double before = loads(one, two);
            long answered = 0;
            Map<Integer, Integer> others = new TreeMap<>();
            for (int buyer = 0; buyer < lists; buyer++) {
                forget(bench, Crowd.user(buyer));
                answered += read(List.of(one.node().port(), two.node().port()), tokens.get(buyer), others);
            }
            bench.add(
                    String.format(
                            Locale.ROOT, "a cold order list, %,d readers at two nodes: loads from MySQL", READERS),
                    "loads a list",
                    Reading.of((loads(one, two) - before) / lists),
                    Goal.below(Measure.VALUE, 1.01));
            long readers = (long) lists * READERS;
            bench.report.verify(
                    answered == readers && Set.of(UNAVAILABLE).containsAll(others.keySet()),
                    "cold-list: %,d of %,d readers got ten orders, those answered 503 when they asked again; other"
                            + " answers by status: %s.",
                    answered,
                    readers,
                    others);
        }
    }

    private static double loads(ObservedNode one, ObservedNode two) throws IOException {
        String name = "nightmarket_order_lists_loaded_total";
        return one.metric(name) + two.metric(name);
    }

    private static void forget(Bench bench, long user) throws IOException {
        var _ = new RedisPeek(bench.stage.servers.redisUri()).send(Command.DEL, "nm:orders:{" + user + '}');
    }

    /** All readers at once; who gets no list asks again, a few times. Answers how many got theirs. */
    private static int read(List<Integer> ports, String token, Map<Integer, Integer> others) throws IOException {
        int missing = READERS;
        try (OpenSockets sockets = new OpenSockets(ports, CONNECTIONS)) {
            for (int asked = 0; asked < MAX_ASKS && missing > 0; asked++) {
                Result result = sockets.runOnce(
                        TIMEOUT,
                        missing,
                        _ -> HttpRequests.get(token, "/voucher-order/of/me"),
                        answer -> page(answer, others));
                missing -= Math.toIntExact(result.good(0));
            }
        }
        return READERS - missing;
    }

    private static Verdict page(Answer answer, Map<Integer, Integer> others) {
        if (answer.isOk() && answer.body().split("\"orderNo\"", -1).length == OwnPage.ENTRIES + 1) {
            return Verdict.GOOD;
        }
        others.merge(answer.status(), 1, Integer::sum);
        return Verdict.OTHER;
    }
}
