package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.bench.sale.OpenLoad.Plan;
import io.nightmarket.bench.sale.OpenLoad.Result;
import io.nightmarket.bench.sale.OpenLoad.Verdict;
import io.nightmarket.testnode.Crowd;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The first page of readers who are back after a long time: each follows many authors, and has no inbox. */
final class FeedReturn {
    private static final String PATH = "/blog/of/follow";
    private static final int READERS_A_SECOND = 5;
    private static final int CONNECTIONS = 16;
    private static final int WAITING = 1_000;
    private static final int AUTHORS = 500;

    /** Authors have ids below those of the crowd, and above those of the demo. */
    private static final long FIRST_AUTHOR = 900_001;

    private static final String NUMBERS =
            " WITH RECURSIVE a AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM a WHERE n < " + (AUTHORS - 1) + ")";

    private static final String MAKE_AUTHORS = "INSERT INTO tb_user (id, phone, nick_name)" + NUMBERS + " SELECT "
            + FIRST_AUTHOR + " + n, CONCAT('170', LPAD(n, 8, '0')), CONCAT('author_', n) FROM a";

    /** Thirty of each, four days apart, no two authors at the same minutes. */
    private static final String PUBLISH =
            "INSERT INTO tb_blog (shop_id, user_id, title, images, content, liked, comments, create_time)" + NUMBERS
                    + " SELECT 1, " + FIRST_AUTHOR + " + a.n, 'note', '', 'content of a note', 0, 0,"
                    + " NOW() - INTERVAL (m.n * 5760 + a.n * 11) MINUTE FROM a JOIN a m WHERE m.n < 30";

    private static final String FOLLOW = "INSERT INTO tb_follow (user_id, follow_user_id)" + NUMBERS + " SELECT u.id, "
            + FIRST_AUTHOR + " + a.n FROM tb_user u JOIN a WHERE u.id BETWEEN ? AND ?";

    private static final String UNFOLLOW = "DELETE FROM tb_follow WHERE follow_user_id BETWEEN ? AND ?";

    private FeedReturn() {}

    /** Half of the readers warm the node up. */
    static void run(Bench bench) throws IOException, SQLException {
        int length = bench.size.seconds();
        int readers = Math.min(bench.size.users() / 2, READERS_A_SECOND * length);
        give(bench, 2 * readers);
        List<String> tokens = bench.stage.tokens(2L * readers);
        Plan plan = new Plan((double) readers / length, Duration.ofSeconds(length), WAITING, readers);
        Result load;
        try (OpenSockets client = new OpenSockets(bench.stage.node.port(), CONNECTIONS)) {
            bench.step("first pages of returning readers, warming up");
            var _ = ask(client, plan, tokens.subList(0, readers));
            bench.step("first pages of returning readers");
            load = ask(client, plan, tokens.subList(readers, 2 * readers));
        }
        bench.add(
                "GET /blog/of/follow of a reader who is back after a long time, 500 authors",
                "pages/s",
                load.reading(0),
                Goal.below(Measure.P99, 100));
        bench.report.verify(
                load.good(0) == readers,
                "feed-return: %,d of %,d first pages had %d notes.",
                load.good(0),
                readers,
                OwnPage.ENTRIES);
        bench.stage.database.run(UNFOLLOW, FIRST_AUTHOR, FIRST_AUTHOR + AUTHORS - 1);
    }

    private static void give(Bench bench, int readers) throws SQLException {
        bench.step("readers follow 500 authors of thirty notes each");
        if (bench.stage.database.number("SELECT COUNT(*) FROM tb_user WHERE id = ?", FIRST_AUTHOR) == 0) {
            bench.stage.database.run(MAKE_AUTHORS);
            bench.stage.database.run(PUBLISH);
        }
        bench.stage.database.run(FOLLOW, Crowd.user(0), Crowd.user(readers - 1));
        FeedScenarios.forgetInboxes(bench);
    }

    /** Each of the readers asks once, when the request is due. */
    private static Result ask(OpenSockets client, Plan plan, List<String> tokens) throws IOException {
        return client.run(
                plan,
                number -> HttpRequests.get(tokens.get(Math.toIntExact(number)), PATH),
                answer -> answer.isOk() && entries(answer) == OwnPage.ENTRIES ? Verdict.GOOD : Verdict.OTHER);
    }

    private static int entries(Answer answer) {
        return new JsonObject(answer.body())
                .getJsonObject("data", new JsonObject())
                .getJsonArray("list", new JsonArray())
                .size();
    }
}
