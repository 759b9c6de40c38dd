package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.testkit.LoadClient;
import io.nightmarket.testkit.LoadPlan;
import io.nightmarket.testkit.LoadResult;
import io.nightmarket.testkit.OpenLoad.Verdict;
import io.nightmarket.testkit.RedisPeek;
import io.nightmarket.testnode.Crowd;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
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

    private ReaderScenarios() {}

    /** The list of one buyer after the other, in no cache: asked for by all at once, at two nodes. */
    static void coldList(Bench bench) throws IOException, SQLException {
        OrderScenarios.give(bench);
        List<String> tokens = Files.readAllLines(bench.stage.tokens);
        int lists = Math.min(LISTS, tokens.size());
        try (ObservedNode one = ObservedNode.start(bench, "reader-1", Map.of());
                ObservedNode two = ObservedNode.start(bench, "reader-2", Map.of());
                LoadClient client = new LoadClient(bench.stage.servers.vertx(), CONNECTIONS)) {
            bench.step(String.format(Locale.ROOT, "%,d readers of a cold list, %d times", READERS, lists));
            double before = loads(one, two);
            long answered = 0;
            Map<Integer, Integer> others = new TreeMap<>();
            for (int buyer = 0; buyer < lists; buyer++) {
                forget(bench, Crowd.user(buyer));
                answered += read(client, List.of(one, two), tokens.get(buyer), others);
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
    private static int read(LoadClient client, List<ObservedNode> nodes, String token, Map<Integer, Integer> others)
            throws IOException {
        int missing = READERS;
        for (int asked = 0; asked < MAX_ASKS && missing > 0; asked++) {
            missing -=
                    Math.toIntExact(read(client, nodes, token, missing, others).accepted());
        }
        return READERS - missing;
    }

    private static LoadResult read(
            LoadClient client, List<ObservedNode> nodes, String token, int readers, Map<Integer, Integer> others)
            throws IOException {
        return await(client.run(
                        LoadPlan.burst(readers),
                        number -> new LoadClient.Call(
                                HttpMethod.GET,
                                nodes.get((int) number % nodes.size()).node().port(),
                                "/voucher-order/of/me",
                                Map.of("authorization", token)),
                        (status, body) -> page(status, body, others))
                .toCompletionStage());
    }

    /** On the client's one event loop. */
    private static Verdict page(int status, Buffer body, Map<Integer, Integer> others) {
        if (status == 200 && body.toString().split("\"orderNo\"", -1).length == OwnPage.ENTRIES + 1) {
            return Verdict.ACCEPTED;
        }
        others.merge(status, 1, Integer::sum);
        return Verdict.FAILED;
    }
}
