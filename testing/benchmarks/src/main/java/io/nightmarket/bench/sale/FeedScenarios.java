package io.nightmarket.bench.sale;

import io.nightmarket.bench.sale.Wrk.Target;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** What the first page of a feed costs: of notes in inboxes, and of notes of pulled authors. */
final class FeedScenarios {
    private static final String PATH = "/blog/of/follow";

    /** The last users that there are publish thirty notes each. */
    private static final String AUTHORS = "(SELECT id FROM tb_user ORDER BY id DESC LIMIT 20) a";

    private static final String PUBLISH =
            "INSERT INTO tb_blog (shop_id, user_id, title, images, content, liked, comments, create_time)"
                    + " SELECT 1, a.id, 'note', '', 'content of a note', 0, 0, NOW() - INTERVAL (n.n * 20 + a.id % 20) MINUTE FROM "
                    + AUTHORS
                    + " JOIN (SELECT t.n * 10 + u.n AS n FROM (SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2) t JOIN"
                    + " (SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5"
                    + " UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) u) n";

    private static final String FOLLOW =
            "INSERT INTO tb_follow (user_id, follow_user_id) SELECT u.id, a.id FROM tb_user u JOIN " + AUTHORS;
    private static final String PULL = "INSERT INTO pulled_author (user_id, version) SELECT a.id, 1 FROM " + AUTHORS;

    /** As if all users had followed once more: inboxes of before count no more. */
    private static final List<String> NEXT_VERSIONS = List.of(
            "DELETE FROM follow_version",
            "INSERT INTO follow_version (user_id, version) SELECT id, UNIX_TIMESTAMP() * 1000000 FROM tb_user");

    private FeedScenarios() {}

    static void pushed(Bench bench) throws IOException, SQLException {
        give(bench);
        measure(bench, "GET /blog/of/follow, ten notes of twenty authors, pushed", 0.35);
    }

    static void pulled(Bench bench) throws IOException, SQLException {
        give(bench);
        bench.stage.database.run(PULL);
        measure(bench, "GET /blog/of/follow, ten notes of twenty authors, pulled", 0.2);
        bench.stage.database.run("DELETE FROM pulled_author");
    }

    private static void measure(Bench bench, String what, double goal) throws IOException, SQLException {
        forgetInboxes(bench);
        bench.everybody(what + ", everybody, loading", Target.get(PATH));
        OwnPage.measure(bench, "feed", what, PATH, goal);
    }

    static void forgetInboxes(Bench bench) throws SQLException {
        for (String statement : NEXT_VERSIONS) {
            bench.stage.database.run(statement);
        }
    }

    private static void give(Bench bench) throws SQLException {
        bench.step("everybody follows twenty authors of thirty notes each");
        if (bench.stage.database.number("SELECT COUNT(*) FROM tb_follow") == 0) {
            bench.stage.database.run(PUBLISH);
            bench.stage.database.run(FOLLOW);
        }
    }
}
