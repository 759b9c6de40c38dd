package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.bench.sale.Wrk.Target;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.HttpCalls;
import io.nightmarket.testnode.Crowd;
import io.nightmarket.testnode.NodeProcess;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** One author publishes, whom all others follow, each with a loaded inbox. */
final class FeedFanOut {
    private static final String PATH = "/blog/of/follow";
    private static final int NOTES = 15;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static final String FOLLOW =
            "INSERT INTO tb_follow (user_id, follow_user_id) SELECT id, ? FROM tb_user WHERE id <> ?";

    private static final String UNFOLLOW = "DELETE FROM tb_follow WHERE follow_user_id = ?";

    private FeedFanOut() {}

    static void run(Bench bench) throws IOException, SQLException {
        long author = Crowd.user(0);
        bench.step(String.format(Locale.ROOT, "%,d users follow one author", bench.size.users()));
        bench.stage.database.run(FOLLOW, author, author);
        FeedScenarios.forgetInboxes(bench);
        bench.everybody("everybody reads their feed", Target.get(PATH));
        bench.step("the author publishes");
        publish(bench);
        bench.report.verify(
                bench.stage.database.number("SELECT COUNT(*) FROM pulled_author WHERE user_id = ?", author) == 0,
                "feed-fan-out: the author is not pulled");
        bench.stage.database.run(UNFOLLOW, author);
    }

    /** The first third of the notes warms the node up. */
    private static void publish(Bench bench) throws IOException, SQLException {
        List<String> tokens = bench.stage.tokens(2);
        List<Double> answered = new ArrayList<>();
        List<Double> arrived = new ArrayList<>();
        for (int i = 0; i < NOTES; i++) {
            long begin = System.nanoTime();
            String note = publish(bench, tokens.getFirst());
            double millis = (System.nanoTime() - begin) / 1e6;
            Eventually.holdsWithin(
                    TIMEOUT,
                    "the note is in all inboxes",
                    () -> bench.stage.database.number("SELECT COUNT(*) FROM feed_outbox") == 0);
            double seconds = (System.nanoTime() - begin) / 1e9;
            if (i >= NOTES / 3) {
                answered.add(millis);
                arrived.add(seconds);
            }
            verify(bench, tokens.getLast(), note);
        }
        Collections.sort(answered);
        bench.add(
                "POST /blog by an author whom all follow, median",
                "ms",
                Reading.of(answered.get(answered.size() / 2)),
                Goal.below(Measure.VALUE, 20));
        bench.add(
                String.format(Locale.ROOT, "until such a note is in %,d inboxes, slowest", bench.size.users() - 1),
                "s",
                Reading.of(Collections.max(arrived)),
                Goal.below(Measure.VALUE, 5));
    }

    private static String publish(Bench bench, String token) throws IOException {
        JsonObject note = new JsonObject()
                .put("shopId", NodeProcess.SHOP.value())
                .put("title", "title")
                .put("images", "")
                .put("content", "content");
        return String.valueOf(
                new JsonObject(HttpCalls.post(bench.stage.node.port(), "/blog", token, note.encode(), TIMEOUT)
                                .body())
                        .getValue("data"));
    }

    private static void verify(Bench bench, String token, String note) throws IOException {
        String first = String.valueOf(new JsonObject(HttpCalls.get(bench.stage.node.port(), PATH, token))
                .getJsonObject("data", new JsonObject())
                .getJsonArray("list")
                .getJsonObject(0)
                .getValue("id"));
        if (!first.equals(note)) {
            bench.report.verify(false, "feed-fan-out: note %s is missing in a feed that begins with %s", note, first);
        }
    }
}
